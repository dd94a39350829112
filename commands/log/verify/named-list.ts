/** Named one by one; of more, how many. */
const NAMED = 20

/** What a check says of places as a note, however many there are. */
export function createNamedList() {
  const named: (string | number)[] = []
  let count = 0
  return {
    add(one: string | number): void {
      count += 1
      if (named.length < NAMED) named.push(one)
    },
    /** None where nothing was added. */
    notes(says: string): readonly string[] {
      const more = count > NAMED ? ` and ${count - NAMED} more` : ''
      return count === 0 ? [] : [`${says}: ${named.join(', ')}${more}`]
    },
  }
}
