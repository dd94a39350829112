import { notFound } from '#api/http-error.ts'
import type { Reach } from '#api/actor.ts'

/** The hospital that a caller asks about, or reaches; undefined: all of them. Others read as not found. */
export function reachedHospital(reach: Reach, coe: string | undefined): string | undefined {
  if (reach.kind === 'all') return coe
  if (reach.kind === 'coe' && (coe === undefined || coe === reach.coeId)) return reach.coeId
  throw notFound('Hospital')
}
