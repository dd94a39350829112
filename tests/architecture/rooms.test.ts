import { expect, test } from 'vitest'
import { importsOf, sourceFiles } from '#tests/support/source-files.ts'

const ROOMS = ['care', 'catalogue', 'money', 'people'] as const
type Room = (typeof ROOMS)[number]

/** Beside the rooms, the folders of what serves all. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  domain: ['integrity', 'kernel', 'read-model', 'seal'],
  commands: ['integrity', 'log', 'mail', 'processes', 'rights'],
  projections: ['engine', 'log-clock', 'migrations', 'report'],
  api: [
    'contracts',
    'documents',
    'health',
    'idempotency',
    'integrity',
    'limits',
    'plugins',
    'report',
    'running',
    'verify',
  ],
  'web/features': [],
}

/**
 * What a room lets the others use, beside its events and contracts: what they call, decide by, join or show. All else in
 * it is its own business.
 */
const DOORS: Readonly<Record<Room, readonly string[]>> = {
  care: [
    'commands/care/patient/cap-key.ts',
    'commands/care/patient/register-patient.ts',
    'domain/care/cap-claim/cap-claim.ts',
    'domain/care/patient/patient.ts',
    'projections/care/patient/patient-ailments.ts',
    'projections/care/patient/patient-place.ts',
    'projections/care/patient/patient.ts',
  ],
  catalogue: [
    'api/catalogue/coes/hospital-named.ts',
    'api/catalogue/coes/paid-at.ts',
    'domain/catalogue/category/category.ts',
    'domain/catalogue/coe/coe.ts',
    'domain/catalogue/product/product.ts',
    'domain/catalogue/reference/ailments.ts',
    'domain/catalogue/reference/identification-documents.ts',
    'domain/catalogue/reference/zones.ts',
    'domain/catalogue/service/service.ts',
    'projections/catalogue/coe/coe.ts',
    'projections/catalogue/coe/bank-notices.ts',
    'web/features/catalogue/coes/banks-waiting.tsx',
    'web/features/catalogue/hospitals.ts',
  ],
  money: [
    'domain/money/invoice/chain.ts',
    'domain/money/transaction/chain.ts',
    'projections/money/account/account.ts',
    'projections/money/billing-day/billing-days.ts',
    'domain/money/invoice/step-names.ts',
    'projections/money/invoice/waiting-invoices.ts',
    'projections/money/funding/funding-notices.ts',
    'projections/money/dispute/unread.ts',
    'projections/money/transaction/waiting-for.ts',
    'web/features/money/analytics/analytics.tsx',
    'web/features/money/billing/billed-figures.tsx',
    'web/features/money/billing/find-billed.tsx',
    'web/features/money/disputes/disputes-notice.tsx',
    'web/features/money/funding/funds-waiting.tsx',
    'web/features/money/invoices/returned-invoices.tsx',
    'web/features/money/my-billing/my-summary.tsx',
    'web/features/money/waiting/invoices-waiting.tsx',
    'web/features/money/waiting/late.tsx',
    'web/features/money/waiting/waiting.tsx',
  ],
  people: [
    'api/people/session/sessions.ts',
    'api/people/staff/people-list.ts',
    'api/people/who-is-told.ts',
    'commands/people/role/role-id.ts',
    'commands/people/user/claim-for.ts',
    'commands/people/user/create-staff.ts',
    'commands/people/user/register-user.ts',
    'domain/people/calendar/calendar.ts',
    'domain/people/role/role.ts',
    'domain/people/setting/second-person-limit.ts',
    'domain/people/setting/setting.ts',
    'domain/people/user/user.ts',
    'projections/people/holiday/working-time.ts',
    'projections/people/role/role-name.ts',
    'projections/people/role/role.ts',
    'projections/people/role/roles-with.ts',
    'projections/people/setting/setting.ts',
    'projections/people/user-account/hospital-staff.ts',
    'projections/people/user-account/people-names.ts',
    'projections/people/user-account/staff-names.ts',
    'projections/people/user-account/user-account.ts',
    'web/features/people/roles/role-choices.ts',
  ],
}

/** The lists that each room joins by one line, and what puts the whole together. */
const JOINTS = [
  ...['domain/events.ts', 'domain/streams.ts', 'projections/read-models.ts', 'web/shell/routes.ts'],
  // The public screens come with the entry: a file of their own costs more on a slow line.
  'web/main.tsx',
  ...['api/done.ts', 'api/endpoints.ts', 'api/refusals.ts'],
  ...['api/app.ts', 'api/context.ts', 'api/system.ts', 'api/housekeeping.ts', 'api/plugins/auth.ts'],
  'commands/mail/all-templates.ts',
  'commands/processes/all-processes.ts',
  // Who did what, and who exported what, is told by people's names.
  ...['api/history.ts', 'api/report/list-manifests.ts'],
  // Who may read a document is who may read the bill that it is attached to.
  'api/documents/readable-document.ts',
  // The one walk over the log adds up the money as well.
  'commands/log/verify/verify.ts',
  // Whom a move of money names is held against what the rooms of people, care and catalogue say of them.
  'api/verify/portal-checks.ts',
]

const PLACE = /^(domain|commands|projections|api|web\/features)\/([^/]+)\//

/** The room that a file stands in; undefined of what serves all, of scripts and tests. */
function roomOf(file: string): Room | undefined {
  const folder = PLACE.exec(file)?.[2]
  return ROOMS.find((room) => room === folder)
}

/** Open to all: what has happened, and what goes over the wire. */
const isOpen = (file: string) => /^domain\/\w+\/[\w-]+\/events\.ts$/.test(file) || /^api\/\w+\/contracts\//.test(file)
const isDoor = (file: string) => Object.values(DOORS).some((files) => files.includes(file))

/** Every import of a room's own file from elsewhere, but for what may import anything. */
const crossing = sourceFiles
  .filter((file) => !/^(scripts|tests)\//.test(file))
  .flatMap((file) => importsOf(file).files.map((imported) => ({ file, imported })))
  .filter(({ file, imported }) => roomOf(imported) !== undefined && roomOf(imported) !== roomOf(file))
const told = ({ file, imported }: { file: string; imported: string }) => `${file} -> ${imported}`

test('every folder is a room, or serves all', () => {
  const folders = sourceFiles.flatMap((file) => {
    const [, floor = '', folder = ''] = PLACE.exec(file) ?? []
    return floor === '' ? [] : [{ floor, folder }]
  })
  const unknown = folders.filter(
    ({ floor, folder }) => !ROOMS.some((room) => room === folder) && BESIDE[floor]?.includes(folder) !== true,
  )
  expect(new Set(folders.map(({ floor }) => floor)).size).toBe(5)
  expect([...new Set(unknown.map(({ floor, folder }) => `${floor}/${folder}`))]).toEqual([])
})

test('a room uses events, contracts and doors of another, and nothing else', () => {
  const between = crossing.filter(({ file }) => roomOf(file) !== undefined)
  expect(between.length).toBeGreaterThan(20)
  expect(between.filter(({ imported }) => !isOpen(imported) && !isDoor(imported)).map(told)).toEqual([])
})

test('what serves all knows no room but by events and contracts', () => {
  const fromBeside = crossing.filter(({ file }) => roomOf(file) === undefined && !JOINTS.includes(file))
  expect(fromBeside.filter(({ imported }) => !isOpen(imported)).map(told)).toEqual([])
})

test('every door is used by another room, and every joint joins', () => {
  const used = crossing.filter(({ file }) => roomOf(file) !== undefined).map(({ imported }) => imported)
  const unused = ROOMS.flatMap((room) => DOORS[room].filter((file) => roomOf(file) !== room || !used.includes(file)))
  expect(unused).toEqual([])
  const joining = crossing.filter(({ imported }) => !isOpen(imported)).map(({ file }) => file)
  expect(JOINTS.filter((file) => !joining.includes(file))).toEqual([])
})
