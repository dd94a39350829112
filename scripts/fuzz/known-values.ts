import { sql } from 'kysely'
import type { AppContext } from '#api/context.ts'
import { DEMO_PASSWORD } from '#scripts/demo/people/demo-people.ts'
import type { Known } from './valid.ts'

const MOST = 4
const AMOUNTS = ['1.00', '1000', '1,250.00', '250000.00', '0', '-5.00', '40000000000000.00', '99999999999999999999']
/** Those in whose wallets there is something to bill. */
const RICHEST = `from patient p left join account a on a.account = 'patient:' || p.id order by coalesce(a.balance, 0) desc, p.id`
const NONE: readonly string[] = []

/** What a field is about, by its name: `coe_id`, `startDate`, and an `id` by the word before it in the path. */
const SUBJECTS: readonly (readonly [RegExp, string])[] = [
  [/coestaff/i, 'biller'],
  [/billing_history/i, 'patient'],
  [/coe|hospital/i, 'coe'],
  [/patient|search|chf/i, 'patient'],
  [/service/i, 'service'],
  [/product|drug/i, 'product'],
  [/transaction|bill|^q$/i, 'transaction'],
  [/payment/i, 'payment'],
  [/order/i, 'order'],
  [/account/i, 'account'],
  [/document/i, 'document'],
  [/event/i, 'event'],
  [/export|manifest/i, 'export'],
  [/stream/i, 'stream'],
  [/amount|credit|total/i, 'amount'],
  [/^sort$/, 'sort'],
  [/^start/, 'from'],
  [/^end/, 'to'],
  [/^email$/, 'email'],
  [/^password$/, 'password'],
]

/** Records that are there, to be named by calls: most of what can go wrong waits behind finding something. */
export async function findKnown(context: AppContext): Promise<(url: string) => Known> {
  const ids = async (query: string): Promise<readonly string[]> => {
    const { rows } = await sql<{ id: string }>`${sql.raw(query)} limit ${MOST}`.execute(context.db)
    return rows.map(({ id }) => id)
  }
  const orders = await context.pool.query<{ id: string }>('select id from product_order limit $1', [MOST])
  const values = new Map([
    [
      'coe',
      await ids(
        'select c.id from coe c order by (select count(*) from transaction t where t.coe_id = c.id) desc, c.id',
      ),
    ],
    ['patient', [...(await ids(`select id ${RICHEST}`)), ...(await ids(`select chf_id as id ${RICHEST}`))]],
    ['service', await ids('select id from service order by id')],
    ['product', await ids('select id from product order by id')],
    [
      'transaction',
      [
        ...(await ids('select id from transaction order by id')),
        ...(await ids('select reference as id from transaction order by id')),
      ],
    ],
    ['payment', await ids('select id from payment order by id')],
    ['account', await ids('select account as id from account order by account')],
    ['document', await ids('select document_id as id from transaction_document order by 1')],
    ['event', await ids('select event_id::text as id from posting order by position')],
    ['stream', await ids('select stream as id from posting order by position')],
    ['biller', await ids('select distinct biller_id as id from transaction order by 1')],
    ['order', orders.rows.map(({ id }) => id)],
    ['amount', AMOUNTS],
    [
      'sort',
      ['at', '-at', 'created_at', '-total', 'total', 'position', '-balance', 'name', 'initiated_on', 'no_such_column'],
    ],
    ['from', ['2020-01-01']],
    ['to', ['2030-12-31']],
    ['email', await ids('select email as id from user_account where email is not null order by id')],
    ['password', [DEMO_PASSWORD]],
  ])
  const about = (word: string) => values.get(SUBJECTS.find(([pattern]) => pattern.test(word))?.[1] ?? '') ?? NONE
  return (url) => (field) => about(field === 'id' ? (/(\w+)\/:id/.exec(url)?.[1] ?? '') : field)
}
