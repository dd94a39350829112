import type { PersonKeys } from '#commands/log/keys.ts'

/** Keys that are asked for once and held until let go: a person's bills need theirs again and again. */
export function createHeldKeys(keys: PersonKeys): PersonKeys & { letGo(personId: string): void } {
  const held = new Map<string, Buffer>()
  return {
    async getOrCreate(personId) {
      const known = held.get(personId)
      if (known !== undefined) return known
      const key = await keys.getOrCreate(personId)
      held.set(personId, key)
      return key
    },
    load: (personIds) => keys.load(personIds),
    destroyed: (personIds) => keys.destroyed(personIds),
    async destroy(personId) {
      held.delete(personId)
      await keys.destroy(personId)
    },
    letGo: (personId) => void held.delete(personId),
  }
}
