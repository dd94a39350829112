import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import type { OpenedAgain } from '#domain/integrity/events.ts'
import type { EventSkipped } from '#domain/read-model/events.ts'
import { keyIdOf, type SealKeys } from './seals/seal.ts'

/** What a decision is without its signature. */
type Unsigned<D> = Omit<D, 'keyId' | 'signature'>

/** The words of a decision at a revision of its stream, as they are signed: at another place they are none. */
type Words<D> = (revision: number, decision: Unsigned<D>, keyId: string) => string

type Signed = { readonly keyId: string; readonly signature: string }

/** Opens the portal again (PortalOpenedAgain). */
const openedAgain: Words<OpenedAgain> = (revision, { findings, leftOut, by, reason, at }, keyId) => {
  const about = findings.map(({ id, position, through, check, mended }) => [id, position, through, check, mended])
  const left = leftOut.map(({ position, through, type }) => [position, through, type])
  return `chf-decision-1\n${JSON.stringify([revision, about, left, by, reason, at, keyId])}`
}

/** Has a read model go around an event (ReadModelEventSkipped). */
const eventSkipped: Words<EventSkipped> = (revision, { model, position, by, reason, at }, keyId) =>
  `chf-skip-1\n${JSON.stringify([revision, model, position, by, reason, at, keyId])}`

/**
 * Signs an operator's decision under a key of the seals, for the revision of its stream at which it is to stand: elsewhere, and
 * with another word in it, it is none. The MAC of events says who wrote it by another key; nobody decides by one of them alone.
 */
const signs =
  <D extends Signed>(words: Words<D>) =>
  (privateKey: KeyObject, revision: number, decision: Unsigned<D>): Unsigned<D> & Signed => {
    const keyId = keyIdOf(createPublicKey(privateKey))
    const signature = sign(null, Buffer.from(words(revision, decision, keyId)), privateKey).toString('base64')
    return { ...decision, keyId, signature }
  }

/** Whether one of these keys signed a decision for the revision at which it stands. */
const isSigned =
  <D extends Signed>(words: Words<D>) =>
  (keys: SealKeys, revision: number, decision: D): boolean => {
    const { keyId, signature } = decision
    const key = keys.find((one) => keyIdOf(one) === keyId)
    const text = Buffer.from(words(revision, decision, keyId))
    return key !== undefined && verify(null, text, key, Buffer.from(signature, 'base64'))
  }

export const signDecision = signs(openedAgain)
export const isSignedDecision = isSigned(openedAgain)
export const signSkip = signs(eventSkipped)
export const isSignedSkip = isSigned(eventSkipped)
