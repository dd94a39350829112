/** 256-bit keys, one per person, under which the codec encrypts what is personal. */
export type PersonKeys = {
  /** The key of a person, made when there is none. Throws `PersonErasedError` when it was destroyed, `PersonKeyMissing` when it is lost. */
  getOrCreate(personId: string): Promise<Buffer>
  /** The keys of those who have one, by person. */
  load(personIds: readonly string[]): Promise<ReadonlyMap<string, Buffer>>
  /** Destroys a person's key for good: whatever it encrypted reads as erased from now on. */
  destroy(personId: string): Promise<void>
  /** Those of these people whose key the portal itself destroyed: what only says so is no word to remove anything by. */
  destroyed(personIds: readonly string[]): Promise<ReadonlySet<string>>
}

/** Somebody wrote about a person whose key was destroyed. */
export class PersonErasedError extends Error {
  constructor(personId: string) {
    super(`The key of person ${personId} was destroyed`)
    this.name = 'PersonErasedError'
  }
}

/**
 * Somebody wrote about a person whom the portal knows, and whose key is gone without having been destroyed: another key
 * would leave what is stored about them unreadable for good, and no read model could be built again.
 */
export class PersonKeyMissing extends Error {
  constructor(personId: string) {
    super(
      `The key of person ${personId} is missing, and no other is made: restore the row of the table person_key from a backup`,
    )
    this.name = 'PersonKeyMissing'
  }
}

/** A stored key, or what was stored under it, is not what was written. The message says whose, and what to do. */
export class WrongPersonKey extends Error {
  constructor(what: string, personId: string, cause: unknown) {
    super(
      `${what} cannot be decrypted with the key of person ${personId}: restore their row of the table person_key from a backup`,
      { cause },
    )
    this.name = 'WrongPersonKey'
  }
}
