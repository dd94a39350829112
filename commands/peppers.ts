/**
 * Secrets outside of the database under which passwords are hashed besides their salts: whoever has the hashes alone cannot
 * even begin to guess. Numbered from 1; a new one is taken into use now and then, and the old are kept to compare by.
 */
export type Peppers = {
  /** What new hashes are made under: the newest of when the process started. */
  readonly current: { readonly number: number; readonly key: Buffer }
  /** One of them, also when it came since; undefined when there is none of this number. */
  of(number: number): Promise<Buffer | undefined>
}

/** The peppers, the oldest first; there must be one. `read` looks for those that came since. */
export function peppersFrom(
  keys: readonly Buffer[],
  read: () => Promise<readonly Buffer[]> = async () => keys,
): Peppers {
  let known = keys
  const key = keys.at(-1)
  if (key === undefined) throw new Error('Passwords need a pepper')
  return {
    current: { number: keys.length, key },
    async of(number) {
      if (number > known.length) known = await read()
      return known[number - 1]
    },
  }
}
