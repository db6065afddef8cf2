// Ollama listens here and sends what it is asked on to its cloud, for models of certain names, whatever kind of engine it is taken for.

/** The names that Ollama gives to models of its cloud: `…:cloud` and `…-cloud`. */
export const isCloudName = (model: string): boolean => /[:-]cloud$/i.test(model.trim());
