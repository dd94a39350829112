const AT_ONCE = 32

/** Does something for each of many, a few at once; answers in their order. */
export async function each<T, R>(items: readonly T[], act: (item: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = []
  for (let from = 0; from < items.length; from += AT_ONCE) {
    results.push(...(await Promise.all(items.slice(from, from + AT_ONCE).map(act))))
  }
  return results
}

/**
 * The same for thousands: as one ends the next begins. All lanes fill a call of the log, which takes 64
 * appends; fewer leave the log's readers to others too. What is thrown first is thrown once nothing is under way any more, and nothing is begun after it.
 */
export async function eachOfMany<T, R>(
  items: readonly T[],
  act: (item: T) => Promise<R>,
  lanes = ALL_LANES,
): Promise<readonly R[]> {
  const results: R[] = []
  const waiting = items.entries()
  let failed: { readonly error: unknown } | undefined
  const lane = async () => {
    for (const [index, item] of waiting) {
      if (failed !== undefined) return
      try {
        results[index] = await act(item)
      } catch (error) {
        failed ??= { error }
      }
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  if (failed !== undefined) throw failed.error
  return results
}

const ALL_LANES = 64
