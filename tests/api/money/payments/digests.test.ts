import { expect, onTestFinished, test } from 'vitest'
import { Done } from '#api/contracts/done.ts'
import { DisputeCommented } from '#api/money/contracts/dispute-chat.ts'
import { allTemplates } from '#commands/mail/all-templates.ts'
import { createSender, type Deliver } from '#commands/mail/send.ts'
import { createSmtp } from '#commands/mail/smtp.ts'
import { mailAddress } from '#commands/people/user/mail-address.ts'
import { allProcesses } from '#commands/processes/all-processes.ts'
import { runOutbox } from '#commands/processes/outbox.ts'
import { runProcesses } from '#commands/processes/runner.ts'
import { createSoleTurns } from '#commands/sole-turn.ts'
import { mailServer, type Received } from '#tests/commands/mail/smtp-server.ts'
import { personOf } from '#tests/support/demo-app.ts'
import { UNTRUSTED } from '#tests/support/untrusted-certificate.ts'
import { type Ministry, startMinistry, step } from './ministry.ts'

const HOUR_MS = 3_600_000
const OFFICES = 'Subject: Bills are ready for you in the CHF portal'
const DISPUTES = 'Subject: News of a dispute in the CHF portal'

test('the digests of an hour go out at its end: one mail for each person, whatever happened in it', async () => {
  const { port, received } = await mailServer()
  const deliver = createSmtp({
    ...{ url: new URL(`smtp://127.0.0.1:${port}`), from: 'no-reply@portal.example', ca: UNTRUSTED.certificate },
  })
  // The hour begins with the test, so that it ends when the test says so.
  let ahead = -(Date.now() % HOUR_MS)
  const now = () => Date.now() + ahead
  const ministry = await startMinistry({ now, roles: { api: true, projections: true, processes: false } })
  onTestFinished(() => ministry.end())
  runMail(ministry, deliver, now)
  const bills = [await ministry.billServices(1), await ministry.billServices(1)]
  for (const bill of bills) await step(ministry, 'FINANCE', [bill])
  const disputed = await ministry.billServices(2)
  const [finance, head] = [await ministry.as('FINANCE'), await ministry.as('COE_ADMIN')]
  await finance.post('/api/transactions/dispute', Done, { transaction_id: disputed.id, comment: 'Not given' })
  for (const comment of ['It was given', 'On Monday'])
    await head.post(`/api/transactions/${disputed.id}/dispute/comments`, DisputeCommented, { comment })
  await ministry.demo.context.caughtUp(await ministry.demo.context.log.head())
  expect(received).toEqual([])

  ahead += HOUR_MS
  const to = (role: string, second?: 2) => personOf(role, second).email
  const mails = (subject: string) => peopleWritten(received, subject)
  await expect.poll(() => mails(OFFICES), { timeout: 20_000 }).toEqual([to('NCCP'), to('NCCP', 2)].toSorted())
  await expect
    .poll(() => mails(DISPUTES), { timeout: 20_000 })
    .toEqual([to('COE_ADMIN'), to('COE_STAFF'), to('FINANCE')].toSorted())
  const [digest] = received.filter(({ raw }) => raw.includes(OFFICES))
  expect(digest?.raw).toContain('You get at most one email an hour about this.')
  expect(digest?.raw).not.toContain(bills[0]?.reference)

  // The next hour has its own.
  await step(ministry, 'FINANCE', [await ministry.billServices(1)])
  ahead += HOUR_MS
  await expect.poll(() => mails(OFFICES).length, { timeout: 20_000 }).toBe(4)
  expect(mails(DISPUTES)).toHaveLength(3)
})

/** To whom mails with this subject went. */
const peopleWritten = (received: readonly Received[], subject: string) =>
  received.flatMap(({ to, raw }) => (raw.includes(subject) ? to : [])).toSorted()

/** The process manager and the outbox of a portal by the test's clock, until the test ends. */
function runMail({ demo: { context, database } }: Ministry, deliver: Deliver, now: () => number): void {
  const { log, handler, rowMacs: macs } = context
  const common = { ...{ definitions: allProcesses, macs, log, handler, now, lookEvery: 50 }, report: () => undefined }
  const addressOf = (userId: string) => mailAddress(handler, userId)
  const send = createSender({
    ...{ templates: allTemplates, deliver, addressOf, portalUrl: 'https://portal.example', now },
    ...{ codeFor: () => '', invitationOf: () => '' },
  })
  const ends = new AbortController()
  const takeTurn = (what: string) => createSoleTurns(database.appUrl, what)
  const running = [
    runProcesses({ ...common, takeTurn: takeTurn('process manager') }, ends.signal),
    runOutbox({ ...common, send, found: async () => undefined, takeTurn: takeTurn('outbox') }, ends.signal),
  ]
  onTestFinished(async () => {
    ends.abort()
    await Promise.all(running)
  })
}
