import { sql } from 'kysely'
import type { AppContext } from '#api/context.ts'
import { PAYMENT_CHAIN, type ChainStep } from '#domain/money/transaction/chain.ts'
import { DEMO_PASSWORD } from '#scripts/demo/people/demo-people.ts'
import { codesToShow, emailsToAsk, ownPasswords, patientsToSee } from './account-aims.ts'
import type { Callers, Person } from './callers.ts'
import type { Aim, Call } from './calls.ts'
import { openSession } from '#api/people/session/sessions.ts'
import { FILES } from './files.ts'
import {
  halfSignedIn,
  ownEnrolments,
  ownFactorCodes,
  resetsOfOthers,
  resetsOfOwn,
  secondHalves,
} from './factor-aims.ts'
import { ownMenuItems, ownPermissions, ownRoles, parentsOfRoles, permissionsOfRoles } from './role-aims.ts'
import { nameOf, type Operation } from './operations.ts'
import { ownPrices, ownServices, pricesAtHospital } from './service-aims.ts'
import type { Answer, Sender } from './send.ts'

/** As many as there are, of what one call uses up. */
const SEVERAL = 8
const YEARS = { start_date: '2020-01-01', end_date: '2030-12-31' }

type World = { readonly context: AppContext } & With
type With = { readonly operations: readonly Operation[]; readonly sender: Sender; readonly callers: Callers }
type Ask = (by: Person, method: Operation['method'], path: string, body?: object) => Promise<Answer>

/** Aims for one operation, got when its turn comes: what it is about must still be there, and not be used up. */
export function prepareAims(context: AppContext, parts: With): (operation: Operation) => Promise<readonly Aim[]> {
  const world = { context, ...parts }
  return async (operation) => {
    // The limits have tests of their own; here they would hide what is behind them.
    if (operation.limit !== undefined) await context.pool.query('delete from call_count')
    const aims = AIMS.find(([pattern]) => pattern.test(nameOf(operation)))?.[1]
    if (aims === undefined) return []
    // Whoever reads what others have used up meanwhile would aim at nothing.
    await context.caughtUp(await context.log.head())
    return aims(world, operation)
  }
}

const AIMS: readonly (readonly [RegExp, (world: World, operation: Operation) => Promise<readonly Aim[]>])[] = [
  [/^POST .*\/drugbillings$/, ordersToBill],
  [/^POST \/api\/coestaff\/billings$/, servicesToBill],
  [/^POST \/api\/coestaff\/billings\/answer$/, returnsToAnswer],
  [/^GET \/api\/documents\/:id$/, ownUploads],
  [/^GET \/api\/ledger\/accounts\/:account/, accountsToRead],
  [/^POST .*\/payment\/return$/, billsToReturn],
  [/^POST .*\/payment\/(initiate|recommend|approve|dfa|permsec)/, billsToStep],
  [/^POST .*\/payment\/preview$/, billsToPreview],
  [/^POST .*\/payment\/matching/, billsToMatch],
  [/^GET \/api\/fanda\/payment\/:id$/, paymentsToRead],
  [/^GET \/api\/exports\/:id$/, ownExports],
  [/^GET \/api\/coes\/:id\/billings/, hospitalsToRead],
  [/^GET \/api\/patients\/bills\/:id$/, ownBills],
  [/^(PUT|DELETE) \/api\/service_categories\/:id$/, ownCategories],
  [/^(POST|DELETE) \/api\/service_categories\/:id\/roles\/:roleId$/, rolesOfCategories],
  [/^(GET|PUT|DELETE) \/api\/services\/:id$/, administering('CREATE_SERVICE', ownServices)],
  [/^POST \/api\/services$/, administering('CREATE_SERVICE', ownServices)],
  [/^(POST|PUT|DELETE) \/api\/services\/:id\/coes\/:coeId$/, administering('ATTACH_COE_SERVICE', ownPrices)],
  [/^GET \/api\/services\/coe(\/|$)/, async () => pricesAtHospital],
  [/^GET \/api\/service_categories\/:id$/, async () => [{ params: { id: 1 } }]],
  [/^POST \/api\/outbox\/retry$/, deadMails],
  [/^DELETE \/api\/sessions\/:id$/, otherSessions],
  [/^(GET|PUT) \/api\/sitesettings\/:id$/, async () => [SUPPORT_LINE]],
  [/^(POST|DELETE) \/api\/roles(\/:id)?$/, administering('MANAGE_ROLE', ownRoles)],
  [/^GET \/api\/roles\/:id$/, administering('MANAGE_ROLE', ownRoles)],
  [/^(POST|DELETE) \/api\/roles\/:roleId\/permissions/, administering('MANAGE_ROLE', permissionsOfRoles)],
  [/^POST \/api\/permissions$/, administering('MANAGE_ROLE', ownPermissions)],
  [/^(POST \/api\/roles\/parent|DELETE \/api\/parent\/roles\/.*)$/, administering('MANAGE_ROLE', parentsOfRoles)],
  [/^(POST|PUT|DELETE|GET) \/api\/uimenu(\/items\/:id|\/:id)?$/, administering('MANAGE_UIMENU', ownMenuItems)],
  [/^(GET|PATCH) \/api\/users\/:id\/roles$/, rolesOfPeople],
  [/^POST \/api\/(resend_email|auth\/resend-verification-email)$/, emailsToAsk],
  [/^POST \/api\/password\/recovery\/verify_code$/, codesToShow('recovery')],
  [/^POST \/api\/verify_email$/, codesToShow('verification')],
  [/^PUT \/api\/reset_password$/, ownPasswords],
  [/^POST \/api\/login\/second_factor$/, secondHalves],
  [/^POST \/api\/login\/second_factor\/enrolment$/, halfSignedIn],
  [/^POST \/api\/second_factor$/, ownEnrolments],
  [/^POST \/api\/second_factor\/(recovery_codes|remove)$/, ownFactorCodes],
  [/^POST \/api\/second_factor\/reset\/decline$/, resetsOfOwn],
  [/^(GET|POST) \/api\/users\/:id\/second_factor(\/reset)?$/, resetsOfOthers('ask')],
  [/^POST \/api\/users\/:id\/second_factor\/reset\/confirm$/, resetsOfOthers('confirm')],
  [/^POST \/api\/users\/:id\/second_factor\/reset\/decline$/, resetsOfOthers('decline')],
  [/^POST \/api\/secure\/superadmin\/support\/anonymous\/auth$/, patientsToSee],
  [/^POST \/api\/login$/, async ({ callers }) => signIns(callers)],
]

/** The one setting that is changed by itself. */
const SUPPORT_LINE: Aim = { params: { id: 'support_line' }, body: { key: 'support_line', value: '08000000300' } }

/** By whoever holds a permission, who makes what it is about. */
function administering(permission: string, prepare: typeof ownRoles) {
  return async (world: World, { method }: Operation): Promise<readonly Aim[]> => {
    const [person] = whoMay(world, permission)
    if (person === undefined) return []
    const make = async (path: string, body: object) => {
      const { text } = await asking(world)(person, 'POST', path, body)
      return String(JSON.parse(text).data?.id)
    }
    return prepare({ by: person.id, make, several: SEVERAL, method })
  }
}

/** Somebody with the roles that they have: whoever loses one could not call what comes next. */
async function rolesOfPeople(world: World): Promise<readonly Aim[]> {
  const person = await firstOf<{ id: string; roles: string[] }>(
    world,
    `select u.id, u.role_ids as roles from user_account u join role r on r.id = any(u.role_ids)
      where r.role = 'HELP_DESK' order by u.id limit 1`,
  )
  return whoMay(world, 'CREATE_USERS').map(({ id: by }) => ({
    ...{ by, params: { id: person?.id }, body: { roles: person?.roles } },
  }))
}

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
async function servicesToBill(world: World): Promise<readonly Aim[]> {
  const service = await firstOf<{ id: string }>(
    world,
    `select s.id from service s join service_category c on c.id = s.category_id
      where s.is_offered and c.role_ids = '{}' order by s.price, s.id limit 1`,
  )
  if (service === undefined) return []
  return (await billers(world, 'BILL_SERVICES')).map(({ by, patientId: patient_id }) => ({
    by: by.id,
    body: { patient_id, services: [{ service_id: service.id, quantity: 1 }] },
  }))
}

/** Orders that nobody has billed yet, with just their drugs. */
async function ordersToBill(world: World): Promise<readonly Aim[]> {
  const ask = asking(world)
  const product = await firstOf<{ id: string }>(world, `select id from product order by price, id limit 1`)
  const aims: Aim[] = []
  if (product === undefined) return []
  for (const { by: person, patientId } of await billers(world, 'BILL_DRUGS')) {
    for (let one = 0; one < SEVERAL; one += 1) {
      const products = [{ productId: product.id, quantity: 1 }]
      const { text } = await ask(person, 'POST', '/api/transaction/chf', { patientId, products })
      const order_id: unknown = JSON.parse(text).data?.transactionId
      const body = { patient_id: patientId, order_id, drugs: [{ product_id: product.id, quantity: 1 }] }
      aims.push({ by: person.id, body })
    }
  }
  return aims
}

/** Documents that the caller has uploaded. */
async function ownUploads(world: World): Promise<readonly Aim[]> {
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

async function accountsToRead(world: World): Promise<readonly Aim[]> {
  const accounts = await all<{ account: string }>(
    world,
    'select account from account order by movements desc, account limit 4',
  )
  return whoMay(world, 'VIEW_LEDGER')
    .filter(({ isEverywhere }) => isEverywhere)
    .flatMap(({ id }) => accounts.map(({ account }) => ({ by: id, params: { account } })))
}

const LINKS = PAYMENT_CHAIN.links

type Bill = { readonly id: string; readonly coe_id: string }

/** Bills whose turn it is for a step of the chain; where there are none, two are brought there by those before. */
async function billsAt(world: World, step: number): Promise<readonly Bill[]> {
  const before = LINKS[step - 1]
  const status = before?.status ?? 'billed'
  const there = await all<Bill>(
    world,
    `select id, coe_id from transaction where status = '${status}' order by id limit ${SEVERAL}`,
  )
  if (there.length > 0 || before === undefined) return there
  const [person] = whoMay(world, before.permission)
  const brought = (await billsAt(world, step - 1)).slice(0, 2)
  for (const bill of brought)
    if (person !== undefined) await asking(world)(person, 'POST', STEP_URLS[before.step], stepOf(bill))
  return brought
}

const STEP_URLS: Readonly<Record<ChainStep, string>> = {
  initiate: '/api/fanda/payment/initiate',
  recommend: '/api/fanda/payment/recommend',
  approve: '/api/fanda/payment/approve',
  dfa: '/api/fanda/payment/dfa/approve',
  permsec: '/api/fanda/payment/permsec/approve',
}
const stepOf = ({ id, coe_id }: Bill) => ({ coe_id, ...YEARS, transactions: [id] })

/** For everybody who may take this step: whoever acted before on a bill may not. */
async function billsToStep(world: World, { url }: Operation): Promise<readonly Aim[]> {
  const step = LINKS.findIndex((one) => STEP_URLS[one.step] === url)
  const bills = await billsAt(world, step)
  const people = whoMay(world, LINKS[step]?.permission ?? '')
  return people.flatMap(({ id: by }) => bills.map((bill) => ({ by, body: stepOf(bill) })))
}

/** What waits for each step, for whoever may take it. */
async function billsToPreview(world: World): Promise<readonly Aim[]> {
  const aims: Aim[] = []
  for (const [at, { step, permission }] of LINKS.entries())
    for (const bill of await billsAt(world, at))
      aims.push(...whoMay(world, permission).map(({ id: by }) => ({ by, body: { ...stepOf(bill), step } })))
  return aims
}

/** Each bill that waits for a step, by its own reference, as the pre-flight tells it to whoever may take the step. */
async function billsToMatch(world: World, { url }: Operation): Promise<readonly Aim[]> {
  const aims: Aim[] = []
  for (const [at, { step, permission }] of LINKS.entries()) {
    const status = LINKS[at - 1]?.status ?? 'billed'
    const waiting = await all<{ reference: string }>(
      world,
      `select reference from transaction where status = '${status}' order by id limit 2`,
    )
    for (const person of whoMay(world, permission)) {
      for (const { reference: search } of waiting) {
        const asked = { step, filter: { search } }
        const { text } = await asking(world)(person, 'POST', '/api/fanda/payment/matching/preview', asked)
        const { data } = JSON.parse(text) as { data: { position: number; done: number; done_total: string } }
        const told = { position: data.position, count: data.done, total: data.done_total }
        if (data.done > 0) aims.push({ by: person.id, body: { ...asked, ...(url.endsWith('/preview') ? {} : told) } })
      }
    }
  }
  return aims
}

/** Whoever may recommend a payment may return it as well. */
async function billsToReturn(world: World): Promise<readonly Aim[]> {
  const bills = await billsAt(world, 1)
  const people = whoMay(world, LINKS[1]?.permission ?? '')
  return people.flatMap(({ id: by }) =>
    bills.map(({ id }) => ({ by, body: { transactions: [id], reason: 'Wrong form' } })),
  )
}

/** For everybody who bills at a hospital: what was sent back to it, of bills that the steps of the chain do not come to. */
async function returnsToAnswer(world: World): Promise<readonly Aim[]> {
  const [initiator, recommender] = LINKS.slice(0, 2).map(({ permission }) => whoMay(world, permission)[0])
  const billing = whoMay(world, 'BILL_SERVICES')
  const last = await all<Bill>(
    world,
    `select id, coe_id from transaction where status = 'billed'
        and coe_id in (${billing.map(({ coeId }) => `'${coeId}'`).join()}) order by id desc limit 2`,
  )
  if (initiator === undefined || recommender === undefined) return []
  for (const bill of last) {
    await asking(world)(initiator, 'POST', STEP_URLS.initiate, stepOf(bill))
    const back = { transactions: [bill.id], reason: 'Wrong form' }
    await asking(world)(recommender, 'POST', '/api/fanda/payment/return', back)
  }
  return billing.flatMap(({ id: by, coeId }) =>
    last
      .filter(({ coe_id }) => coe_id === coeId)
      .map(({ id: transaction_id }) => ({ by, body: { transaction_id, answer: 'It is attached' } })),
  )
}

async function paymentsToRead(world: World): Promise<readonly Aim[]> {
  const payments = await all<{ id: string }>(world, 'select id from payment order by id limit 4')
  return payments.map((params) => ({ params }))
}

/** What the caller has taken away: the first list that gives it. */
async function ownExports(world: World): Promise<readonly Aim[]> {
  const exporting = world.operations.find(({ url }) => url === '/api/ledger/trial-balance/csv')
  const [person] = whoMay(world, 'VIEW_LEDGER')
  if (exporting === undefined || person === undefined) return []
  const { headers } = await asking(world)(person, 'GET', exporting.url)
  return [{ by: person.id, params: { id: headers['x-export-id'] } }]
}

/** Mail that could not be sent, to staff. */
async function deadMails(world: World): Promise<readonly Aim[]> {
  const [staff] = whoMay(world, 'BILL_SERVICES')
  if (staff === undefined) return []
  const { rows } = await world.context.pool.query<{ id: string }>(
    `insert into outbox (id, process, template, recipient, stream, revision, attempts, is_dead)
     select gen_random_uuid(), 'account mail', 'roles changed', $1, $2, 0, 10, true from generate_series(1, ${SEVERAL})
     returning id`,
    [staff.id, `user-${staff.id}`],
  )
  return whoMay(world, 'MANAGE_MAIL').flatMap(({ id: by }) => rows.map(({ id }) => ({ by, body: { mail_id: id } })))
}

/** Sessions of somebody beside the one that they call by. */
async function otherSessions(world: World): Promise<readonly Aim[]> {
  const [person] = world.callers.people
  if (person === undefined) return []
  for (let n = 0; n < SEVERAL; n += 1) await openSession(world.context, { userId: person.id })
  const { text } = await asking(world)(person, 'GET', '/api/sessions')
  const sessions: readonly { readonly id: string; readonly is_this: boolean }[] = JSON.parse(text).data
  return sessions.filter(({ is_this: isThis }) => !isThis).map(({ id }) => ({ by: person.id, params: { id } }))
}

async function hospitalsToRead(world: World): Promise<readonly Aim[]> {
  const hospitals = await all<{ id: string }>(world, 'select id from coe order by id limit 4')
  return whoMay(world, 'VIEW_CHF_REPORT')
    .filter(({ isEverywhere }) => isEverywhere)
    .flatMap(({ id: by }) => hospitals.map(({ id }) => ({ by, params: { id } })))
}

async function ownBills(world: World): Promise<readonly Aim[]> {
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

/** Categories that have no services, so that they may be deleted. */
async function ownCategories(world: World): Promise<readonly Aim[]> {
  const [person] = whoMay(world, 'CREATE_CATEGORY')
  if (person === undefined) return []
  const aims: Aim[] = []
  for (let one = 0; one < SEVERAL; one += 1) {
    const { last } = (await firstOf<{ last: number }>(world, 'select max(id) as last from service_category')) ?? {
      last: 0,
    }
    const body = { category_name: `Category after ${last}`, category_code: `N${last}` }
    const { text } = await asking(world)(person, 'POST', '/api/service_categories', body)
    aims.push({ by: person.id, params: { id: JSON.parse(text).data?.id } })
  }
  return aims
}

/** A role for each of such categories: one with services could no longer be billed by others. */
async function rolesOfCategories(world: World): Promise<readonly Aim[]> {
  const role = await firstOf<{ id: string }>(world, 'select id from role order by role limit 1')
  return (await ownCategories(world)).map((aim) => ({ ...aim, params: { ...aim.params, roleId: role?.id } }))
}

/** The last of them: the first are those whose e-mails others try with wrong passwords. */
const signIns = ({ people }: Callers): readonly Aim[] =>
  people.slice(-SEVERAL).map(({ email }) => ({ body: { email, password: DEMO_PASSWORD } }))

const whoMay = ({ callers }: World, permission: string): readonly Person[] =>
  callers.people.filter(({ permissions }) => permissions.includes(permission))

const asking = (world: World): Ask => {
  const send = sending(world)
  return (by, method, path, body) => {
    const call = { intent: 'valid', method, path } as const
    if (body === undefined) return send(by, call)
    return send(by, { ...call, body: { type: 'application/json', bytes: Buffer.from(JSON.stringify(body)) } })
  }
}

/** By somebody whose session this opens; what it finds out is no part of the run. */
const sending =
  ({ sender, callers }: World) =>
  async (by: Person, call: Call): Promise<Answer> => {
    const answer = await sender.send(call, await callers.tokenOf(by.id))
    if (answer.status >= 300) throw new Error(`${call.method} ${call.path} was to prepare a call: ${answer.text}`)
    return answer
  }

async function all<T>({ context }: World, query: string): Promise<readonly T[]> {
  return (await sql<T>`${sql.raw(query)}`.execute(context.db)).rows
}

const firstOf = async <T>(world: World, query: string): Promise<T | undefined> => (await all<T>(world, query))[0]
