# The studio as a service, which keeps its plans in a volume:
#   docker build -t arcload .
#   docker run -p 8765:8765 -v plans:/data -e ARCLOAD_TOKEN="$(openssl rand -hex 16)" arcload
FROM python:3.12-slim
COPY pyproject.toml README.md LICENSE /arcload/
COPY src /arcload/src
RUN python -m pip install --no-cache-dir '/arcload[studio,plot]'
ENV NUMBA_CACHE_DIR=/data/kernels
VOLUME /data
EXPOSE 8765
CMD ["arcload", "serve", "--host", "0.0.0.0", "--data", "/data/studio.db"]
