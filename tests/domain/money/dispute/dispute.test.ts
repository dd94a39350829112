import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Dispute, dispute, type DisputeCommand } from '#domain/money/dispute/dispute.ts'
import type { DisputeOutcome } from '#domain/money/dispute/outcomes.ts'
import { describeDeciderProperties } from '#tests/support/decider-properties.ts'
import { changed, describeFollows, runsOf } from '#tests/support/follows-properties.ts'
import { MAX_DISPUTE_COMMENTS } from '#domain/money/dispute/limits.ts'
import { comment, end, raise } from './disputes.ts'

function after(state: Dispute, one: DisputeCommand): Dispute {
  const decision = dispute.decide(one, state)
  if ('refused' in decision) throw new Error(decision.refused)
  return decision.reduce(dispute.evolve, state)
}

const open = after(dispute.initial(), raise('ade'))

test.each<[string, DisputeCommand, object]>([
  ['resolved by another of the hospital, without a word', end('cmd', 'resolved', null), { outcome: 'resolved' }],
  ['reversed by another of the hospital, with a reason', end('cmd', 'reversed'), { outcome: 'reversed' }],
  ['withdrawn by who raised it, from wherever', end('ade', 'withdrawn', 'My mistake', null), { outcome: 'withdrawn' }],
])('an open dispute is %s', (_, given, data) => {
  const facts = { transactionId: 'bill-1', patientId: 'patient-1', coeId: 'coe-1' }
  expect(dispute.decide(given, open)).toMatchObject([{ type: 'DisputeEnded', data: { ...facts, ...data } }])
})

test.each<[string, DisputeCommand, object]>([
  ['resolved by who raised it', end('ade', 'resolved'), { refused: 'dispute_same_person', detail: { did: 'raise' } }],
  ['reversed by who billed', end('biller', 'reversed'), { refused: 'dispute_same_person', detail: { did: 'bill' } }],
  ['resolved by another hospital', end('cmd', 'resolved', 'So', 'coe-2'), { refused: 'dispute_of_the_hospital' }],
  ['reversed by the ministry', end('cmd', 'reversed', 'So', null), { refused: 'dispute_of_the_hospital' }],
  ['withdrawn by another', end('cmd', 'withdrawn'), { refused: 'dispute_not_yours' }],
  ['reversed without a reason', end('cmd', 'reversed', ' '), { refused: 'dispute_comment_required' }],
  ['withdrawn without a reason', end('ade', 'withdrawn', null), { refused: 'dispute_comment_required' }],
])('an open dispute is not %s', (_, given, no) => {
  expect(dispute.decide(given, open)).toMatchObject(no)
})

test('an ended dispute is not ended again, whoever asks', () => {
  for (const first of ['resolved', 'reversed'] as const) {
    const ended = after(open, end('cmd', first))
    for (const outcome of ['resolved', 'reversed', 'withdrawn'] as const)
      expect(dispute.decide(end('ade', outcome), ended)).toEqual({
        refused: 'dispute_ended',
        detail: { status: first },
      })
  }
})

test('what was never raised does not end', () => {
  expect(dispute.decide(end('cmd', 'resolved'), dispute.initial())).toEqual({ refused: 'dispute_unknown' })
})

test('anybody writes about an open dispute, whoever raised it or billed, and nobody about an ended one', () => {
  const facts = { transactionId: 'bill-1', patientId: 'patient-1', coeId: 'coe-1' }
  for (const by of ['ade', 'biller', 'cmd', 'secretariat'])
    expect(dispute.decide(comment(by, 'It was given', ['chart']), open)).toMatchObject([
      {
        type: 'DisputeCommented',
        data: { ...facts, by, comment: 'It was given', documents: [{ documentId: 'chart' }] },
      },
    ])
  for (const outcome of ['resolved', 'reversed'] as const)
    expect(dispute.decide(comment('ade'), after(open, end('cmd', outcome)))).toEqual({
      refused: 'dispute_closed',
      detail: { status: outcome },
    })
  expect(dispute.decide(comment('ade'), dispute.initial())).toEqual({ refused: 'dispute_unknown' })
  expect(dispute.decide(comment('ade', ' \u2003'), open)).toEqual({ refused: 'dispute_message_required' })
})

test('a dispute takes so many messages and documents, and can be ended with all of them', () => {
  const ten = Array.from({ length: 10 }, (_, nth) => `document-${nth}`)
  let state = open
  for (let nth = 0; nth < 5; nth += 1) state = after(state, comment('ade', `See these ${nth}`, ten))
  expect(dispute.decide(comment('ade', 'One more', ['chart']), state)).toMatchObject({
    refused: 'dispute_too_many_documents',
  })
  for (let nth = 5; nth < MAX_DISPUTE_COMMENTS; nth += 1) state = after(state, comment('ade', `Message ${nth}`))
  expect(dispute.decide(comment('ade', 'One more'), state)).toMatchObject({ refused: 'dispute_too_many_messages' })
  expect(after(state, end('cmd', 'resolved')).status).toBe('resolved')
})

const anyone = fc.constantFrom('ade', 'biller', 'cmd', 'finance')
const anyOutcome = fc.constantFrom<DisputeOutcome>('resolved', 'reversed', 'withdrawn')
const anyCommand: fc.Arbitrary<DisputeCommand> = fc.oneof(
  anyone.map((by) => raise(by)),
  fc.tuple(anyone, fc.constantFrom('It was given', 'On Monday', ' ')).map(([by, text]) => comment(by, text)),
  fc
    .tuple(anyone, anyOutcome, fc.constantFrom('As agreed', ' ', null), fc.constantFrom('coe-1', null))
    .map(([by, outcome, comment, ofCoe]) => end(by, outcome, comment, ofCoe)),
)

describeDeciderProperties(dispute, anyCommand, (_, history) => {
  const ended = history.filter(({ type }) => type === 'DisputeEnded')
  expect(ended.length).toBeLessThanOrEqual(1)
  if (ended.length > 0) expect(history.at(-1)?.type).toBe('DisputeEnded')
  const [raised] = history
  for (const { data } of ended) {
    if (raised?.type !== 'DisputeRaised' || !('outcome' in data)) continue
    if (data.outcome === 'withdrawn') expect(data.by).toBe(raised.data.by)
    else expect([raised.data.by, raised.data.billedBy]).not.toContain(data.by)
  }
})

describeFollows(dispute, runsOf(anyCommand), {
  'an end by who billed': (history, at) => {
    const line = history[at]
    if (line?.event.type !== 'DisputeEnded' || line.event.data.outcome === 'withdrawn') return
    const event = { ...line.event, data: { ...line.event.data, by: 'biller' } }
    return [...history.slice(0, at), { event, written: { ...line.written, actor: 'biller' } }]
  },
  'an end of another bill': changed(({ type }) => (type === 'DisputeEnded' ? { transactionId: 'bill-2' } : undefined)),
  'an end at another hospital': changed(({ type }) => (type === 'DisputeEnded' ? { coeId: 'coe-2' } : undefined)),
  'a reversal without a reason': changed((event) =>
    event.type === 'DisputeEnded' && event.data.outcome === 'reversed' ? { comment: ' ' } : undefined,
  ),
  'a message about another bill': changed(({ type }) =>
    type === 'DisputeCommented' ? { transactionId: 'bill-2' } : undefined,
  ),
  'a message about another patient': changed(({ type }) =>
    type === 'DisputeCommented' ? { patientId: 'patient-2' } : undefined,
  ),
  'a message that says nothing': changed(({ type }) => (type === 'DisputeCommented' ? { comment: ' ' } : undefined)),
  'a message about what was not raised': (history, at) =>
    history[at]?.event.type === 'DisputeCommented' ? history.slice(1) : undefined,
  'an end of what was not raised': (history, at) =>
    history[at]?.event.type === 'DisputeEnded' ? history.slice(1) : undefined,
})
