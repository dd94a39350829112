/** 256-bit keys, one per person, under which the codec encrypts what is personal. */
export type PersonKeys = {
  /** The key of a person, made when there is none. Throws `PersonErasedError` when it was destroyed. */
  getOrCreate(personId: string): Promise<Buffer>
  /** The keys of those who have one, by person. */
  load(personIds: readonly string[]): Promise<ReadonlyMap<string, Buffer>>
  /** Destroys a person's key for good: whatever it encrypted reads as erased from now on. */
  destroy(personId: string): Promise<void>
}

/** Somebody wrote about a person whose key was destroyed. */
export class PersonErasedError extends Error {
  constructor(personId: string) {
    super(`The key of person ${personId} was destroyed`)
    this.name = 'PersonErasedError'
  }
}
