import { all, asking, whoMay, type World } from './aim-world.ts'
import type { Person } from './callers.ts'
import type { Aim } from './calls.ts'
import type { Bill } from './payment-aims.ts'

const NOT_GIVEN = 'It was not given'

/** The newest bills that can be disputed, which the steps of the chain do not come to. */
const newest = (world: World, most: number): Promise<readonly Bill[]> =>
  all<Bill>(
    world,
    `select id, coe_id from transaction where status = 'billed' and dispute_id is null and invoice_id is null order by id desc limit ${most}`,
  )

/** For everybody who may dispute: a bill within their reach. */
export async function billsToDispute(world: World): Promise<readonly Aim[]> {
  const bills = await newest(world, 4)
  return whoMay(world, 'FLAG_TRANSACTION').flatMap(({ id: by, coeId }) =>
    bills
      .filter(({ coe_id }) => coeId === null || coe_id === coeId)
      .map(({ id: transaction_id }) => ({ by, body: { transaction_id, comment: NOT_GIVEN } })),
  )
}

/** Disputes that whoever may dispute everywhere has raised, and may withdraw; and their hospitals resolve. */
export async function disputesToEnd(world: World): Promise<readonly Aim[]> {
  const ask = asking(world)
  const flagging = whoMay(world, 'FLAG_TRANSACTION')
  const raiser = flagging.find(({ coeId }) => coeId === null)
  if (raiser === undefined) return []
  const aims: Aim[] = []
  for (const { id: transaction_id, coe_id } of await newest(world, 3)) {
    const { text } = await ask(raiser, 'POST', '/api/transactions/dispute', { transaction_id, comment: NOT_GIVEN })
    const id: string = JSON.parse(text).data.id
    const judges: readonly Person[] = flagging.filter(({ coeId }) => coeId === coe_id)
    for (const { id: by } of judges) aims.push({ by, params: { id }, body: { transaction_id } })
    aims.push({ by: raiser.id, params: { id }, body: { transaction_id, status: 'withdrawn', comment: 'My mistake' } })
  }
  return aims
}

/** Open disputes, each raised here, for everybody who may write about them: by nobody else's work they end. */
export const disputesToTalkAbout = (world: World): Promise<readonly Aim[]> =>
  openFor(world, 'SEND_DISPUTE_CHAT', () => ({ comment: 'It was given' }))

/** The same for everybody who reads them; a query with a message to wait behind would wait. */
export const chatsToRead = (world: World): Promise<readonly Aim[]> =>
  openFor(world, 'VIEW_DISPUTE_CHAT', (dispute_id) => ({ dispute_id, number: 1 }))

async function openFor(
  world: World,
  permission: Parameters<typeof whoMay>[1],
  bodyFor: (disputeId: string) => NonNullable<Aim['body']>,
): Promise<readonly Aim[]> {
  const raiser = whoMay(world, 'FLAG_TRANSACTION').find(({ coeId }) => coeId === null)
  if (raiser === undefined) return []
  const aims: Aim[] = []
  for (const { id, coe_id } of await newest(world, 2)) {
    const raised = { transaction_id: id, comment: NOT_GIVEN }
    const { text } = await asking(world)(raiser, 'POST', '/api/transactions/dispute', raised)
    const dispute: string = JSON.parse(text).data.id
    for (const { id: by, coeId } of whoMay(world, permission))
      if (coeId === null || coeId === coe_id) aims.push({ by, params: { id }, body: bodyFor(dispute) })
  }
  return aims
}
