const AT_ONCE = 32

/** Does something for each of many, a few at once; answers in their order. */
export async function each<T, R>(items: readonly T[], act: (item: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = []
  for (let from = 0; from < items.length; from += AT_ONCE) {
    results.push(...(await Promise.all(items.slice(from, from + AT_ONCE).map(act))))
  }
  return results
}
