"""What the processes of the studio do: values in, values out, ready for JSON; no server."""
