import { expect, test } from 'vitest'
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
  allProcesses.flatMap(({ on }) =>
    (on[type]?.(recorded(type, expected)) ?? []).flatMap((change) =>
      change.kind === 'mail' ? [{ template: change.template, event: recorded(type, expected) }] : [],
    ),
  ),
)

test('every mail that is asked for has a template, and every template is asked for', () => {
  expect([...new Set(asked.map(({ template }) => template))].sort()).toEqual(Object.keys(allTemplates).sort())
})

test.each(asked)('$template tells no more than it must, and the same as text and as HTML', ({ template, event }) => {
  const letter = allTemplates[template]?.(event, { codeOf: () => 'ABC234', now: Date.parse(AT) })
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
