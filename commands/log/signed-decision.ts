import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import type { OpenedAgain } from '#domain/integrity/events.ts'
import { keyIdOf, type SealKeys } from './seals/seal.ts'

/** An operator's decision without its signature. */
export type Unsigned = Omit<OpenedAgain, 'keyId' | 'signature'>

/**
 * Signs an operator's decision under a key of the seals, for the revision of its stream at which it is to stand: elsewhere, and
 * with another word in it, it is none. The MAC of events says who wrote it by another key; nobody decides by one of them alone.
 */
export function signDecision(privateKey: KeyObject, revision: number, decision: Unsigned): OpenedAgain {
  const keyId = keyIdOf(createPublicKey(privateKey))
  const signature = sign(null, signedText(revision, decision, keyId), privateKey).toString('base64')
  return { ...decision, keyId, signature }
}

/** Whether one of these keys signed a decision for the revision at which it stands. */
export function isSignedDecision(keys: SealKeys, revision: number, decision: OpenedAgain): boolean {
  const { keyId, signature } = decision
  const key = keys.find((one) => keyIdOf(one) === keyId)
  return key !== undefined && verify(null, signedText(revision, decision, keyId), key, Buffer.from(signature, 'base64'))
}

function signedText(revision: number, { findings, leftOut, by, reason, at }: Unsigned, keyId: string): Buffer {
  const about = findings.map(({ id, position, through, check, mended }) => [id, position, through, check, mended])
  const left = leftOut.map(({ position, through, type }) => [position, through, type])
  return Buffer.from(`chf-decision-1\n${JSON.stringify([revision, about, left, by, reason, at, keyId])}`)
}
