/** One store: what the page knows. Listeners name the keys they hear of. */
export function createStore(first) {
  const state = { ...first };
  const listeners = new Set();
  return {
    state,
    set(changes) {
      const keys = Object.keys(changes).filter((key) => state[key] !== changes[key]);
      for (const key of keys) state[key] = changes[key];
      if (!keys.length) return;
      for (const heard of [...listeners]) {
        if (listeners.has(heard) && heard.keys.some((key) => keys.includes(key))) heard.listener(state);
      }
    },
    /** Hear of some keys, now and whenever they change; returns what ends it. */
    watch(keys, listener) {
      const heard = { keys, listener };
      listeners.add(heard);
      listener(state);
      return () => listeners.delete(heard);
    },
  };
}
