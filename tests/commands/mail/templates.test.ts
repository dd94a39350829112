import { expect, test } from 'vitest'
import { mailsOf } from '#commands/processes/changes.ts'
import { allProcesses } from '#commands/processes/all-processes.ts'
import { allTemplates } from '#commands/mail/all-templates.ts'
import { renderLetter } from '#commands/mail/letter.ts'
import type { Recorded } from '#commands/log/domain-log.ts'
import { AT } from '#tests/support/command.ts'
import { readSamples } from '#tests/support/event-samples.ts'

const PORTAL = 'https://portal.example'
/** What a stranger who sees a lock screen must not learn: an illness, an amount, a ward, a hospital, an id. */
const TELLS =
  /cancer|oncolog|tumou?r|diagnos|treat|therap|drug|patient|hospital|ward|clinic|NGN|naira|₦|\d[\d,]*\.\d\d|CHF-\d|TRX-|INV-/i

const recorded = (type: string, data: unknown): Recorded => ({
  ...{ id: 'event', position: 1, stream: 'user-1', revision: 0, recordedAt: AT },
  event: { type, data: data as never },
  meta: {
    ...{ commandId: '', commandHash: '', actor: 'somebody', roles: [], permission: '' },
    ...{ correlationId: '', version: 1, prev: '', key: '', hash: '', mac: '' },
  },
})

/** Every mail that any process asks for, about every event that has ever been stored. */
const asked = [...readSamples().values()].flatMap(({ stored: { type }, expected }) =>
  allProcesses.flatMap((definition) => {
    const event = recorded(type, expected)
    const { atOnce, byTimer } = mailsOf(definition, event)
    return [...atOnce, ...byTimer].map(({ template }) => ({ process: definition.name, type, template, event }))
  }),
)

/**
 * What each process has ever mailed about. Its mail about an event that is there already is never added to or made another: of
 * what was recorded before the upgrade `verify` would miss it. Other mail is of a process of its own, under a new name; what is
 * mailed no more goes out of its process, whose name stays (docs/decisions/0071-mail.md).
 */
const RULES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'account mail': {
    RecoveryCodeUsed: 'recovery code used',
    RecoveryCodesReplaced: 'recovery codes replaced',
    SecondFactorEnrolled: 'second factor on',
    SecondFactorRemoved: 'second factor off',
    SecondFactorReset: 'second factor reset',
    SecondFactorResetAsked: 'reset asked',
    UserCodeAsked: 'code asked',
    UserEnrolledAgain: 'enrolled again',
    UserPasswordChanged: 'password changed',
    UserRolesAssigned: 'roles changed',
    UserSeenBySupport: 'seen by support',
  },
  'reset mail': {
    SecondFactorResetAsked: 'reset to confirm',
  },
  'hospital mail': {
    CoeBankConfirmed: 'bank details confirmed',
    CoeBankDeclined: 'bank details declined',
    CoeBankProposed: 'bank details wait',
  },
  'funds mail': {
    AllocationProposed: 'funds wait',
    PatientFundingProposed: 'funds wait',
    FundingConfirmed: 'funds confirmed',
    FundingDeclined: 'funds declined',
    PoolCreditProposed: 'funds wait',
  },
  'payment mail': {
    PaymentOfficeNotified: 'payments wait',
  },
  'dispute mail': {
    DisputeNotified: 'dispute news',
  },
  'invoice mail': {
    InvoiceGenerated: 'invoice waits',
    InvoiceReturned: 'invoice returned',
    // Of the last step; of every other it is that the invoice waits.
    InvoiceStepTaken: 'invoice paid',
  },
}

test('no process mails otherwise than it ever did', () => {
  expect(asked.filter(({ process, type, template }) => RULES[process]?.[type] !== template)).toEqual([])
  const names = allProcesses.map(({ name }) => name)
  expect(Object.keys(RULES).filter((process) => !names.includes(process))).toEqual([])
})

test('every mail that is asked for has a template, and every template is asked for', () => {
  expect([...new Set(asked.map(({ template }) => template))].sort()).toEqual(Object.keys(allTemplates).sort())
})

test.each(asked)('$template tells no more than it must, and the same as text and as HTML', ({ template, event }) => {
  const letter = allTemplates[template]?.(event, {
    ...{
      to: 'someone@example.org',
      firstName: 'Bisi',
      codeOf: () => 'ABC234',
      invitationOf: () => 'token',
      now: Date.parse(AT),
    },
  })
  if (letter === undefined) throw new Error('It says nothing')
  const { text, html } = renderLetter(letter, PORTAL)
  for (const words of [letter.subject, text, html]) expect(words).not.toMatch(TELLS)
  expect(letter.subject.length).toBeLessThan(70)
  const plain = (source: string) =>
    source
      .replaceAll(/<title>.*<\/title>|<[^>]+>/g, ' ')
      .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
      .replaceAll(/\s+/g, ' ')
  for (const paragraph of letter.paragraphs) {
    expect(text).toContain(paragraph)
    expect(plain(html)).toContain(paragraph)
  }
  if (letter.link !== undefined)
    for (const source of [text, html]) expect(source).toContain(`${PORTAL}${letter.link.path}`)
})

test('whatever a letter says, its HTML stays text', () => {
  const { html } = renderLetter({ subject: '</title><script>', paragraphs: ['<img src="x"> & "so"'] }, PORTAL)
  expect(html).not.toMatch(/<script|<img/)
})
