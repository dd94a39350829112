// What Node asks when it loads a module, on a thread of its own: ours are those that `typescript.mjs` has made.
let made = new Map()

export function initialize(modules) {
  made = modules
}

export function resolve(specifier, context, next) {
  const { parentURL } = context
  const url = made.has(parentURL) && specifier.startsWith('./') ? new URL(specifier, parentURL).href : undefined
  return made.has(url) ? { url, format: 'module', shortCircuit: true } : next(specifier, context)
}

export function load(url, context, next) {
  return made.has(url) ? { format: 'module', source: made.get(url), shortCircuit: true } : next(url, context)
}
