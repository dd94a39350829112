import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { AppContext } from '#api/context.ts'
import { PERMISSIONS } from '#domain/kernel/permissions.ts'
import { nameOf, type Operation, operationsOf } from '#scripts/fuzz/operations.ts'
import { type Answer, answersIn, ceilingLine, ceilingOf, SPEC_TABLES } from '#scripts/test/conformance.ts'
import { ROOT, sourceFiles } from '#tests/support/source-files.ts'
import { publicScreens, signedInScreens } from '#web/shell/routes.ts'
import { permissionsOf, type ScreenRoute } from '#web/shell/screen-route.ts'
import { askedOfEndpoint, askedOfScreen, namedIn, plainPath } from '#tests/conformance/asked.ts'
import { hasPath, namesIn } from '#tests/conformance/schema-paths.ts'
import { hasSpec, type SpecRow, specRows } from '#tests/conformance/spec.ts'
import { isShipped } from '#tests/conformance/texts.ts'
import { saidByTest } from '#tests/conformance/named-test.ts'
import { isValueIn, rowOfStatus } from '#tests/conformance/own-words.ts'

// Nothing is asked of the context: endpoints are only declared.
const operations = await operationsOf({} as AppContext)
const answers = Object.fromEntries(SPEC_TABLES.map((table) => [table, answersIn(ROOT, table)])) as Readonly<
  Record<(typeof SPEC_TABLES)[number], readonly Answer[]>
>
const decisions = readdirSync(join(ROOT, 'docs', 'decisions')).map((name) => name.slice(0, 4))
/** The issues that bring what is missing, and the groups of rows whose issue is still to be written (A1 to C9). */
const BRINGS = /^(1[0-2]|[ABC]\d)(: .+)?$/

/** What the test that a line names says; undefined when there is no such test. */
function saidBy(by: string): string | undefined {
  const [, file = '', title = ''] = /^(tests\/\S+\.test\.tsx?): (.+)$/.exec(by) ?? []
  return sourceFiles.includes(file) ? saidByTest(file, title) : undefined
}
/** Whether the named test says it, word for word. */
const isSaidBy = (by: string, text: string) => saidBy(by)?.includes(text.replaceAll(/\s+/g, ' ')) === true

const permissionsAsked = ({ permission }: Operation): readonly string[] => [permission ?? []].flat()
const missing = (what: string, asked: readonly string[], there: readonly string[]) =>
  asked.filter((one) => !there.includes(one)).map((one) => `has no ${what} ${one}`)
/** Each permission that the spec names opens it; where it names just one, nothing else does. */
const wrongPermissions = (asked: readonly string[], there: readonly string[], isWhole: boolean) => [
  ...missing('permission', asked, there),
  ...(isWhole ? missing('leave for', there, asked) : []),
]

/** The parts of an address that the named test never says. */
const unnamed = (address: string, by: string) =>
  address
    .split('/')
    .filter((part) => /^\w/.test(part) && part !== 'api' && !isSaidBy(by, part))
    .map((part) => `the named test does not call ${address} (${part})`)

function wrongEndpoint(row: SpecRow, by: string): readonly string[] {
  const asked = askedOfEndpoint(row)
  const built = operations.find(({ method, url }) => `${method} ${plainPath(url)}` === asked.route)
  if (built === undefined) return [`there is no ${asked.route}`]
  return [
    ...wrongPermissions(asked.permissions, permissionsAsked(built), asked.isWhole),
    ...missing('query', asked.query, built.queryNames),
    ...missing('field', asked.payload, namesIn(built.body)),
    ...unnamed(asked.route.split(' ')[1] ?? '', by),
  ]
}

/** A screen, and the details within it at their own addresses: whoever opens the one opens the other. */
const withDetails = (screen: ScreenRoute): readonly ScreenRoute[] => [
  screen,
  ...(screen.children ?? []).map((one) => ({ ...screen, path: `${screen.path}/${one.path}` })),
]
const screens = [...publicScreens, ...signedInScreens].flatMap(withDetails)
function wrongScreen(row: SpecRow, by: string): readonly string[] {
  const { route = '' } = row
  // '*', '/home' and what is no address of its own are the router's or the shell's: their tests say all.
  if (['*', '/home'].includes(route) || !route.startsWith('/')) return []
  const built = screens.find(({ path }) => plainPath(path) === plainPath(route))
  if (built === undefined) return [`there is no screen ${route}`]
  return [
    ...wrongPermissions(askedOfScreen(row), permissionsOf(built), row['auth']?.startsWith('permission ') === true),
    ...unnamed(plainPath(route), by),
  ]
}

/** The text that a row quotes must be in what is shipped, and in the named test. */
const wrongText = (text: string, by: string): readonly string[] => {
  if (text === '' || text === '(not shown)') return []
  return [
    ...(isShipped(text) ? [] : [`"${text}" is not in what is shipped`]),
    ...(text.split(/\{\w+\}/).every((part) => isSaidBy(by, part)) ? [] : [`the named test does not say "${text}"`]),
  ]
}

/** What the spec describes as it is sent, and not as it is kept. */
const SENT = ['Registration', 'PoolCredit']

/** An answer that has the field, or a body of what is only sent: `GET /api/coes: data[].coe_name`. */
function wrongField({ entity = '', field = '', notes = '' }: SpecRow, by: string): readonly string[] {
  const [name = '', path = ''] = by.split(': ')
  const found = operations.find((one) => nameOf(one) === name)
  if (found === undefined) return [`there is no ${name}`]
  const isBody = path.startsWith('body.')
  if (isBody && !SENT.includes(entity) && !notes.includes('payload')) return [`no answer shows it: ${by}`]
  const schema = isBody ? found.body : found.answer
  if (schema === undefined || !hasPath(schema, isBody ? path.slice(5) : path)) return [`${name} has no ${path}`]
  const plain = (text: string) => text.replaceAll('[]', '')
  // What the spec describes in words has no name of its own.
  const isNamed = / |\/|\bnot shown\b/.test(field) || `.${plain(path)}`.endsWith(`.${plain(field)}`)
  return isNamed ? [] : [`${path} is not called ${field}`]
}

/** The spec's calls and screens that are there, as it calls them, with the permissions that it names for each. */
const specsOwn = (): readonly { readonly name: string; readonly asked: readonly string[] }[] => {
  const isThere = (table: 'endpoints' | 'screens', key: string) =>
    answers[table].some((answer) => answer.key === key && answer.kind !== 'not yet')
  return [
    ...[...specRows('endpoints')].flatMap(([key, row]) => {
      const { route, permissions } = askedOfEndpoint(row)
      return isThere('endpoints', key) ? [{ name: route, asked: permissions }] : []
    }),
    ...[...specRows('screens')].flatMap(([key, row]) =>
      isThere('screens', key) ? [{ name: plainPath(row['route'] ?? ''), asked: namedIn(row['permission'] ?? '') }] : [],
    ),
  ]
}

/** A permission is held by a call or a screen that the spec names it for, and that asks for it here. */
function wrongPermission({ permission = '' }: SpecRow, by: string): readonly string[] {
  const asking = by.startsWith('/')
    ? screens.filter(({ path }) => path === by).flatMap(permissionsOf)
    : operations.filter((one) => nameOf(one) === by).flatMap(permissionsAsked)
  const isOfSpec = specsOwn().some(({ name, asked }) => name === plainPath(by) && asked.includes(permission))
  const isOurs = (PERMISSIONS as readonly string[]).includes(permission)
  return [
    ...(isOfSpec ? [] : [`the spec does not name it for ${by}, or that is not there yet`]),
    ...(isOurs && (asking as readonly string[]).includes(permission) ? [] : [`${by} does not ask for it`]),
  ]
}

const CHECKS: Readonly<Record<(typeof SPEC_TABLES)[number], (row: SpecRow, by: string) => readonly string[]>> = {
  endpoints: wrongEndpoint,
  screens: wrongScreen,
  messages: ({ text = '' }, by) => wrongText(text, by),
  validations: ({ message = '' }, by) => wrongText(message, by),
  statuses: (row, by) => (isSaidBy(by, rowOfStatus(row)) ? [] : [`the named test does not say "${rowOfStatus(row)}"`]),
  permissions: wrongPermission,
  entities: wrongField,
  constants: ({ value = '' }, by) =>
    isValueIn(saidBy(by) ?? '', value) ? [] : [`the named test does not say ${value}`],
}
/** What is held by what the program says of itself, and names no test. */
const BY_ITSELF: readonly string[] = ['permissions', 'entities']

if (!hasSpec) console.log('The spec is not beside the repository (../shared/spec): its rows are not compared.')

describe.each(SPEC_TABLES)('%s', (table) => {
  test('every answer says what holds, decided or brings it', () => {
    const wrong = answers[table].flatMap(({ key, kind, by }) => {
      if (kind === 'decided otherwise') return decisions.includes(by) ? [] : [`${key}: there is no decision ${by}`]
      if (kind === 'not yet') return BRINGS.test(by) ? [] : [`${key}: no issue and no group of rows: ${by}`]
      const hasTest = BY_ITSELF.includes(table) || saidBy(by) !== undefined
      return hasTest ? [] : [`${key}: there is no such test: ${by}`]
    })
    expect(wrong).toEqual([])
  })

  test('no more rows are not there yet than before', () => {
    const line = ceilingLine(table, answers[table])
    const { line: before, rows } = ceilingOf(ROOT, table)
    const open = answers[table].filter(({ kind }) => kind === 'not yet').length
    expect(open, 'What is held stays held: not yet may only shrink').toBeLessThanOrEqual(rows)
    expect(before, 'Fewer than before: write the line that was received into tests/conformance/ceiling.tsv').toBe(line)
  })

  test.skipIf(!hasSpec)('every row of the spec has one answer', () => {
    expect(answers[table].map(({ key }) => key)).toEqual([...specRows(table).keys()])
  })

  test.skipIf(!hasSpec)('what is held is there, as the spec has it', () => {
    const rows = specRows(table)
    const wrong = answers[table].flatMap(({ key, kind, by }) => {
      const row = rows.get(key)
      if (kind !== 'held' || row === undefined) return []
      return CHECKS[table](row, by).map((what) => `${key}: ${what}`)
    })
    expect(wrong).toEqual([])
  })
})
