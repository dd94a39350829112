import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { patient, proofPath, stream, tamperedWallet, type TamperedWallet } from './tampered-wallet.ts'

let wallet: TamperedWallet
let app: TamperedWallet['app']
let superuser: TamperedWallet['superuser']
let moved: TamperedWallet['moved']
const movement = (nth: number) => wallet.movement(nth)
const prove = (account?: string, asOf?: number) => wallet.prove(account, asOf)

beforeAll(async () => {
  wallet = await tamperedWallet()
  ;({ app, superuser, moved } = wallet)
})
afterAll(() => wallet.end())
beforeEach(() => wallet.restore())

test('every moment of a wallet is proved as it was: what it held, when, and by which events', async () => {
  for (const { position } of moved) {
    const then = (await wallet.auditor.get(`/api/ledger/accounts/${patient}?as_of_position=${position}`)).json<{
      data: { balance: string }
    }>().data
    const { rows } = await superuser.query<{ events: string; at: Date }>(
      `select count(*) as events, date_trunc('second', max(recorded_at)) as at from event_log
        where stream = $1 and position <= $2`,
      [stream, position],
    )
    expect(await prove(patient, position), `position ${position}`).toMatchObject({
      holds: true,
      up_to: position,
      recorded_at: rows[0]?.at.toISOString(),
      events: Number(rows[0]?.events),
      balance: then.balance,
      difference: null,
    })
  }
  expect(await prove(patient, 0)).toMatchObject({
    holds: true,
    up_to: 0,
    recorded_at: null,
    events: 0,
    balance: '0.00',
  })
})

test('what was forged after a moment does not make it red; what was forged before it does', async () => {
  const [before, forged, after] = [movement(2), movement(4), movement(6)]
  const changed = `update event_log set data = replace(data, $2, $3) where position = $1`
  await superuser.query(changed, [forged.position, `"amount":${forged.amount}`, `"amount":${forged.amount + 1}`])
  expect(await prove(patient, before.position)).toMatchObject({ holds: true, up_to: before.position })
  expect(await prove(patient, forged.position - 1)).toMatchObject({ holds: true, difference: null })
  for (const moment of [forged.position, after.position, undefined])
    expect((await prove(patient, moment)).difference).toMatchObject({
      position: forged.position,
      what: 'hash of the stored bytes',
    })
})

test('lines and balances that were forged after a moment do not make it red; those before it do', async () => {
  const [before, forged] = [movement(2), movement(4)]
  await superuser.query('update account_history set balance = balance + 1 where account = $1 and valid_from = $2', [
    patient,
    forged.position,
  ])
  await superuser.query('update posting set amount = amount + 1 where position = $1', [movement(5).position])
  expect(await prove(patient, before.position)).toMatchObject({ holds: true })
  expect((await prove(patient, forged.position)).difference).toMatchObject({ what: 'account: balance' })
})

test('what is no moment of the log is refused, by its name', async () => {
  const head = await app.context.eventLog.head()
  const refused = async (query: string) => {
    const answer = await wallet.auditor.get(`${proofPath(patient)}?${query}`)
    expect(answer.statusCode, `${query}: ${answer.body}`).toBe(422)
    return answer.json<{ errors: Record<string, string[]> }>().errors
  }
  expect(await refused(`as_of_position=${head + 1}`)).toEqual({
    as_of_position: ['The log does not reach that far'],
  })
  for (const position of ['-1', '1.5', 'now', '', '%00', '9007199254740993'])
    expect(Object.keys(await refused(`as_of_position=${position}`)), position).toEqual(['as_of_position'])
  expect(Object.keys(await refused('as_of=2026-01-01'))).toEqual(['as_of'])
})
