import { createDecisions, NEVER_DECIDED } from '#commands/log/decisions.ts'
import type { LiveEventKeys } from '#commands/log/event-mac.ts'
import type { MakeCheck } from '#commands/log/verify/log-check.ts'
import { type Pace, pacedLog } from '#commands/log/verify/pace.ts'
import { pacedRows } from '#commands/log/verify/paced-rows.ts'
import { type Verification, verifyLog, type VerifyOptions } from '#commands/log/verify/verify.ts'
import { portalChecks, type PortalToVerify } from './portal-checks.ts'

/** What whoever checks all of a portal has at hand, and how fast they may go. */
export type WholeCheck = {
  readonly held: Omit<VerifyOptions, 'checks'>
  readonly portal: Omit<PortalToVerify, 'pace' | 'decisions'>
  /** As fast as it goes when left out. `eventKeys`: those of the portal that runs, which may be rotated meanwhile. */
  readonly paced?: { readonly pace: Pace; readonly eventKeys: LiveEventKeys }
}

/**
 * Checks the log and all that is kept beside it: the one way, of `npm run verify` and of the portal every night, so that
 * neither looks at less than the other (tests/architecture/one-verify.test.ts).
 */
export async function verifyPortal({ held, portal: given, paced }: WholeCheck): Promise<Verification> {
  const { log, secrets } = given
  // Only under the portal's own keys does anybody decide anything.
  const decisions = secrets === undefined ? NEVER_DECIDED : createDecisions(log, secrets)
  await decisions.learn()
  const portal = { ...given, decisions }
  const guards: MakeCheck = (differs) => ({
    async end() {
      for (const lost of (await held.rows.guards?.()) ?? []) differs(lost)
    },
  })
  if (paced === undefined) return verifyLog({ ...held, checks: [guards, ...portalChecks(portal)] })
  const { pace, eventKeys } = paced
  const checks = [guards, ...portalChecks({ ...portal, log: pacedLog(portal.log, pace), pace })]
  return verifyLog({ ...held, rows: pacedRows(held.rows, pace, eventKeys), checks })
}
