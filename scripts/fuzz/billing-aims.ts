import { all, asking, firstOf, sending, SEVERAL, whoMay, type World } from './aim-world.ts'
import type { Person } from './callers.ts'
import type { Aim } from './calls.ts'
import { FILES } from './files.ts'

/** Whoever bills, with a patient of theirs who has money. */
async function billers(world: World, permission: string): Promise<readonly { by: Person; patientId: string }[]> {
  const found = whoMay(world, permission)
    .filter(({ coeId }) => coeId !== null)
    .map(async (by) => {
      const patient = await firstOf<{ id: string }>(
        world,
        `select p.id from patient p join account a on a.account = 'patient:' || p.id
          where p.coe_id = '${by.coeId}' order by a.balance desc, p.id limit 1`,
      )
      return patient === undefined ? [] : [{ by, patientId: patient.id }]
    })
  return (await Promise.all(found)).flat()
}

/** The cheapest service, in a category that is everybody's. */
export async function servicesToBill(world: World): Promise<readonly Aim[]> {
  const service = await firstOf<{ id: string }>(
    world,
    `select s.id from service s join service_category c on c.id = s.category_id
      where s.is_offered and c.role_ids = '{}' order by (select min(price) from service_price where service_id = s.id and coe_id = ''), s.id limit 1`,
  )
  if (service === undefined) return []
  return (await billers(world, 'BILL_SERVICES')).map(({ by, patientId: patient_id }) => ({
    by: by.id,
    body: { patient_id, services: [{ service_id: service.id, quantity: 1 }] },
  }))
}

/** A bill more, of the first of the hospitals that bill, or of the last; and who billed it. */
export async function bill(world: World, at: 0 | -1): Promise<Person | undefined> {
  const aim = (await servicesToBill(world)).at(at)
  const clerk = whoMay(world, 'BILL_SERVICES').find(({ id }) => id === aim?.by)
  if (aim === undefined || clerk === undefined) return undefined
  await asking(world)(clerk, 'POST', '/api/coestaff/billings', Object(aim.body))
  await world.context.caughtUp(await world.context.log.head())
  return clerk
}

/** A comment on a bill that is made for it, by its biller. */
export async function commentsToRead(world: World): Promise<readonly Aim[]> {
  const [aim] = await servicesToBill(world)
  const person = whoMay(world, 'BILL_SERVICES').find(({ id }) => id === aim?.by)
  if (aim === undefined || person === undefined) return []
  const body: Readonly<Record<string, unknown>> = { ...Object(aim.body), comment: 'Seen in the clinic' }
  const { text } = await asking(world)(person, 'POST', '/api/coestaff/billings', body)
  return [{ by: person.id, params: { patient_id: body['patient_id'], comment_id: JSON.parse(text).data?.id } }]
}

/** The cheapest drug on the list, which others may take drugs off meanwhile. */
const drugToBill = (world: World) =>
  firstOf<{ id: string }>(world, `select id from product where is_listed order by price, id limit 1`)

/** Drugs to be ordered for whom their callers bill. */
export async function drugsToOrder(world: World): Promise<readonly Aim[]> {
  const product = await drugToBill(world)
  if (product === undefined) return []
  const products = [{ productId: product.id, quantity: 1 }]
  return (await billers(world, 'BILL_DRUGS')).map(({ by, patientId }) => ({ by: by.id, body: { patientId, products } }))
}

/** Orders that nobody has billed yet, with just their drugs. */
export async function ordersToBill(world: World): Promise<readonly Aim[]> {
  const ask = asking(world)
  const product = await drugToBill(world)
  const aims: Aim[] = []
  if (product === undefined) return []
  for (const { by: person, patientId } of await billers(world, 'BILL_DRUGS')) {
    for (let one = 0; one < SEVERAL; one += 1) {
      const products = [{ productId: product.id, quantity: 1 }]
      const { text } = await ask(person, 'POST', '/api/transaction/chf', { patientId, products })
      const order_id: unknown = JSON.parse(text).data?.transactionId
      const body = { patient_id: patientId, order_id, drugs: [{ productId: product.id, quantity: 1 }] }
      aims.push({ by: person.id, body })
    }
  }
  return aims
}

/** Documents that the caller has uploaded. */
export async function ownUploads(world: World): Promise<readonly Aim[]> {
  const aims: Aim[] = []
  for (const [index, file] of FILES.entries()) {
    const person = world.callers.people[index]
    if (person === undefined) continue
    const { text } = await sending(world)(person, {
      intent: 'valid',
      method: 'POST',
      path: '/api/documents',
      body: file,
    })
    aims.push({ by: person.id, params: { id: JSON.parse(text).document?.id } })
  }
  return aims
}

export async function ownBills(world: World): Promise<readonly Aim[]> {
  const bills = await all<{ id: string; patient_id: string }>(
    world,
    'select id, patient_id from transaction where billed_at is not null order by id',
  )
  const patients = new Set(whoMay(world, 'APPLY_FUND').map(({ id }) => id))
  return bills
    .filter(({ patient_id }) => patients.has(patient_id))
    .slice(0, SEVERAL)
    .map(({ id, patient_id: by }) => ({ by, params: { id } }))
}

export async function hospitalsToRead(world: World): Promise<readonly Aim[]> {
  const hospitals = await all<{ id: string }>(world, 'select id from coe order by id limit 4')
  return whoMay(world, 'VIEW_CHF_REPORT')
    .filter(({ isEverywhere }) => isEverywhere)
    .flatMap(({ id: by }) => hospitals.map(({ id }) => ({ by, params: { id } })))
}
