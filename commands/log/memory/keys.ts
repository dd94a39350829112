import { randomBytes } from 'node:crypto'
import { PersonErasedError, type PersonKeys } from '#commands/log/keys.ts'

/** Keys in memory, for tests and simulations. */
export function createMemoryKeys(): PersonKeys {
  const keys = new Map<string, Buffer>()
  const destroyed = new Set<string>()
  return {
    async getOrCreate(personId) {
      if (destroyed.has(personId)) throw new PersonErasedError(personId)
      const key = keys.get(personId) ?? randomBytes(32)
      keys.set(personId, key)
      return key
    },
    async load(personIds) {
      const found = new Map<string, Buffer>()
      for (const personId of personIds) {
        const key = keys.get(personId)
        if (key !== undefined) found.set(personId, key)
      }
      return found
    },
    async destroy(personId) {
      destroyed.add(personId)
      keys.delete(personId)
    },
    destroyed: async (personIds) => new Set(personIds.filter((personId) => destroyed.has(personId))),
  }
}
