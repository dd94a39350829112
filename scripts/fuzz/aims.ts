import type { AppContext } from '#api/context.ts'
import { roleIdOf } from '#commands/people/role/role-id.ts'
import { openSession } from '#api/people/session/sessions.ts'
import { DEMO_PASSWORD } from '#scripts/demo/people/demo-people.ts'
import { codesToShow, emailsToAsk, onCap, toEnrol, ownPasswords, patientsToSee } from './account-aims.ts'
import { all, asking, firstOf, SEVERAL, whoMay, type With, type World } from './aim-world.ts'
import {
  commentsToRead,
  drugsToOrder,
  hospitalsToRead,
  ordersToBill,
  ownBills,
  ownUploads,
  servicesToBill,
} from './billing-aims.ts'
import type { Callers } from './callers.ts'
import type { Aim } from './calls.ts'
import { ownCategories, rolesOfCategories } from './category-aims.ts'
import { ownCoes } from './coe-aims.ts'
import { leaveDeadMail } from './dead-mail.ts'
import { billsToDispute, chatsToRead, disputesToEnd, disputesToTalkAbout } from './dispute-aims.ts'
import {
  halfSignedIn,
  ownEnrolments,
  ownFactorCodes,
  resetsOfOthers,
  resetsOfOwn,
  secondHalves,
} from './factor-aims.ts'
import { fundingsToRead, ownProposals } from './funding-aims.ts'
import {
  invoicesToAskAbout,
  invoicesToGenerate,
  invoicesToPreview,
  invoicesToRead,
  invoicesToReturn,
  invoicesToStep,
} from './invoice-aims.ts'
import { waitingLimit } from './limit-aims.ts'
import { nameOf, type Operation } from './operations.ts'
import {
  billsToMatch,
  billsToPreview,
  billsToReturn,
  billsToStep,
  paymentsToRead,
  returnsToAnswer,
} from './payment-aims.ts'
import { ownHolidays, ownMenuItems, ownPermissions, ownRoles, parentsOfRoles, permissionsOfRoles } from './role-aims.ts'
import {
  hospitalsWithStaff,
  linksToFollow,
  newPeople,
  newStaff,
  peopleToLookUp,
  staffToEdit,
  staffToInvite,
  staffToMove,
} from './staff-aims.ts'
import {
  ownPrices,
  ownProducts,
  ownServices,
  plannedPrices,
  priceLists,
  pricesAtHospital,
  stockOfProducts,
} from './service-aims.ts'

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
  [/^POST \/api\/transaction\/chf$/, drugsToOrder],
  [/^(POST|PUT) \/api\/coes(\/:id(\/(bank(\/\w+)?|(de)?activate))?)?$/, ownCoes],
  [/^GET \/api\/coes\/search\/:term$/, async () => [{ params: { term: 'federal' } }]],
  [/^POST \/api\/coestaff\/billings$/, servicesToBill],
  [/^POST \/api\/coestaff\/billings\/answer$/, returnsToAnswer],
  [/^GET \/api\/coes\/invoice\/preview$/, invoicesToPreview],
  [/^POST \/api\/coes\/invoice$/, invoicesToGenerate],
  [/^POST \/api\/invoices\/preview$/, invoicesToAskAbout],
  [/^POST \/api\/invoices\/return$/, invoicesToReturn],
  [/^POST \/api\/invoices\//, invoicesToStep],
  [/^GET \/api\/invoices\/:id/, invoicesToRead],
  [/^POST \/api\/transactions\/dispute$/, billsToDispute],
  [/^PUT \/api\/transactions\/dispute\/:id$/, disputesToEnd],
  [/^GET \/api\/fundings\/:id$/, fundingsToRead],
  [/^POST \/api\/fundings\/\w+$/, ownProposals],
  [/^POST \/api\/transactions\/:id\/dispute\/comments$/, disputesToTalkAbout],
  [/^\w+ \/api\/transactions\/:id\/dispute\/comments(\/read)?$/, chatsToRead],
  [/^GET \/api\/documents\/:id$/, ownUploads],
  [/^GET \/api\/ledger\/accounts\/:account/, accountsToRead],
  [/^POST .*\/payment\/return$/, billsToReturn],
  [/^POST .*\/payment\/(initiate|recommend|approve|dfa|permsec)/, billsToStep],
  [/^POST .*\/payment\/preview$/, billsToPreview],
  [/^POST .*\/payment\/matching/, billsToMatch],
  [/^GET \/api\/fanda\/payment\/:id$/, paymentsToRead],
  [/^GET \/api\/exports\/:id$/, ownExports],
  [/^GET \/api\/coes\/:id\/(billings|disputes|invoice)/, hospitalsToRead],
  [/^GET \/api\/patients\/bills\/:id$/, ownBills],
  [/^GET \/api\/patients\/:patient_id\/comments\/:comment_id$/, commentsToRead],
  [/^(PUT|DELETE) \/api\/service_categories\/:id$/, ownCategories],
  [/^(POST|DELETE) \/api\/service_categories\/:id\/roles\/:roleId$/, rolesOfCategories],
  [/^\w+ \/api\/products\/:id\/coes\/.*/, stockOfProducts],
  [/^(POST \/api\/products|\w+ \/api\/products\/:id(\/.*)?)$/, administering('CREATE_SERVICE', ownProducts)],
  [/^(GET|PUT|DELETE) \/api\/services\/:id$/, administering('CREATE_SERVICE', ownServices)],
  [/^POST \/api\/services$/, administering('CREATE_SERVICE', ownServices)],
  [/^(POST|PUT|DELETE) \/api\/services\/:id\/coes\/:coeId$/, administering('ATTACH_COE_SERVICE', ownPrices)],
  [/^(PUT|DELETE) \/api\/services\/.*\/planned-prices\/:from$/, administering('ATTACH_COE_SERVICE', plannedPrices)],
  [/^POST \/api\/services\/import(\/preview)?$/, priceLists],
  [/^GET \/api\/services\/coe(\/|$)/, async () => pricesAtHospital],
  [/^GET \/api\/service_categories\/:id$/, async () => [{ params: { id: 1 } }]],
  [/^POST \/api\/outbox\/retry$/, deadMails],
  [/^DELETE \/api\/sessions\/:id$/, otherSessions],
  [/^(GET|PUT|DELETE) \/api\/holidays\/:day$/, administering('MANAGE_SITE_SETTING', ownHolidays)],
  [/^(GET|PUT) \/api\/sitesettings\/:id$/, async () => [SUPPORT_LINE]],
  [/^POST \/api\/sitesettings\/second_person_above\/\w+$/, waitingLimit],
  [/^(POST|DELETE) \/api\/roles(\/:id)?$/, administering('MANAGE_ROLE', ownRoles)],
  [/^GET \/api\/roles\/:id$/, administering('MANAGE_ROLE', ownRoles)],
  [/^(POST|DELETE) \/api\/roles\/:roleId\/permissions/, administering('MANAGE_ROLE', permissionsOfRoles)],
  [/^POST \/api\/permissions$/, administering('MANAGE_ROLE', ownPermissions)],
  [/^(POST \/api\/roles\/parent|DELETE \/api\/parent\/roles\/.*)$/, administering('MANAGE_ROLE', parentsOfRoles)],
  [/^(POST|PUT|DELETE|GET) \/api\/uimenu(\/items\/:id|\/:id)?$/, administering('MANAGE_UIMENU', ownMenuItems)],
  [/^(GET|PATCH) \/api\/users\/:id\/roles$/, rolesOfPeople],
  [/^POST \/api\/(resend_email|auth\/resend-verification-email)$/, emailsToAsk],
  [/^POST \/api\/register$/, toEnrol],
  [/^GET \/api\/(patient|user)\/:id$/, onCap],
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
  [/^POST \/api\/users$/, newPeople({ role_id: roleIdOf('DOCTOR') }, true)],
  [/^POST \/api\/sadmin\/coehelpdeskstaffs$/, newPeople({}, true)],
  [/^POST \/api\/sadmin\/chfstaffs$/, newPeople({}, false)],
  [/^GET \/api\/(coestaffs\/:coe_id|coes\/:coe_id\/staff)$/, hospitalsWithStaff],
  [/^POST \/api\/users\/:id\/invitation$/, staffToInvite],
  [/^(GET \/api\/users\/:id|POST \/api\/users\/:id\/(de)?activate)$/, newStaff()],
  [/^PUT \/api\/users\/:id$/, newStaff({ email_verified_at: '2026-01-01' })],
  [/^PUT \/api\/users\/?$/, staffToMove],
  [/^PUT \/api\/coeadmin\/staff\/:id$/, staffToEdit],
  [/^POST \/api\/token\/verify$/, codesToShow('staff')],
  [/^POST \/api\/set_password$/, linksToFollow],
  [/^POST \/api\/users\/lookup$/, peopleToLookUp],
  [/^POST \/api\/login$/, async ({ callers }) => signIns(callers)],
]

/** The one setting that is changed by itself. */
const SUPPORT_LINE: Aim = { params: { id: 'support_line' }, body: { key: 'support_line', value: '08000000300' } }

/** By whoever holds a permission, who makes what it is about. */
function administering(permission: string, prepare: typeof ownRoles) {
  return async (world: World, { method, url }: Operation): Promise<readonly Aim[]> => {
    const [person] = whoMay(world, permission)
    if (person === undefined) return []
    const make = async (path: string, body: object) => {
      const { text } = await asking(world)(person, 'POST', path, body)
      return String(JSON.parse(text).data?.id)
    }
    return prepare({ by: person.id, make, several: SEVERAL, method, url })
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

async function accountsToRead(world: World): Promise<readonly Aim[]> {
  const accounts = await all<{ account: string }>(
    world,
    'select account from account order by movements desc, account limit 4',
  )
  return whoMay(world, 'VIEW_LEDGER')
    .filter(({ isEverywhere }) => isEverywhere)
    .flatMap(({ id }) => accounts.map(({ account }) => ({ by: id, params: { account } })))
}

/** What the caller has taken away: the first list that gives it. */
async function ownExports(world: World): Promise<readonly Aim[]> {
  const exporting = world.operations.find(({ url }) => url === '/api/ledger/trial-balance/csv')
  const [person] = whoMay(world, 'VIEW_LEDGER')
  if (exporting === undefined || person === undefined) return []
  const { headers } = await asking(world)(person, 'GET', exporting.url)
  return [{ by: person.id, params: { id: headers['x-export-id'] } }]
}

/** Mail that could not be sent, one to each of some people. */
async function deadMails(world: World): Promise<readonly Aim[]> {
  const ids: string[] = []
  for (const { id } of world.callers.people.slice(0, SEVERAL)) ids.push(await leaveDeadMail(world.context, id))
  return whoMay(world, 'MANAGE_MAIL').flatMap(({ id: by }) => ids.map((id) => ({ by, body: { mail_id: id } })))
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

/** The last of them: the first are those whose e-mails others try with wrong passwords. */
const signIns = ({ people }: Callers): readonly Aim[] =>
  people.slice(-SEVERAL).map(({ email }) => ({ body: { email, password: DEMO_PASSWORD } }))
