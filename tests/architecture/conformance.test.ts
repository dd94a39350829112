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
import { askedOfEndpoint, askedOfScreen, plainPath } from '#tests/conformance/asked.ts'
import { hasPath, namesIn } from '#tests/conformance/schema-paths.ts'
import { hasSpec, type SpecRow, specRows } from '#tests/conformance/spec.ts'
import { hasTest, isSaidIn, isShipped } from '#tests/conformance/texts.ts'

// Nothing is asked of the context: endpoints are only declared.
const operations = await operationsOf({} as AppContext)
const answers = Object.fromEntries(SPEC_TABLES.map((table) => [table, answersIn(ROOT, table)])) as Readonly<
  Record<(typeof SPEC_TABLES)[number], readonly Answer[]>
>
const decisions = readdirSync(join(ROOT, 'docs', 'decisions')).map((name) => name.slice(0, 4))
/** The issues that bring what is missing, and the groups of rows whose issue is still to be written (A1 to C9). */
const BRINGS = /^(1[0-2]|[ABC]\d)(: .+)?$/

/** What is wrong with the test that a line names; undefined when it is there. */
function wrongTest(by: string): string | undefined {
  const [, file = '', title = ''] = /^(tests\/\S+\.test\.tsx?): (.+)$/.exec(by) ?? []
  if (!sourceFiles.includes(file)) return `names no test file: ${by}`
  return hasTest(file, title) ? undefined : `${file} has no test "${title}"`
}
const fileIn = (by: string) => by.split(': ')[0] ?? ''

const permissionsAsked = ({ permission }: Operation): readonly string[] => [permission ?? []].flat()
const missing = (what: string, asked: readonly string[], there: readonly string[]) =>
  asked.filter((one) => !there.includes(one)).map((one) => `has no ${what} ${one}`)
/** Each permission that the spec names opens it; where it names just one, nothing else does. */
const wrongPermissions = (asked: readonly string[], there: readonly string[], isWhole: boolean) => [
  ...missing('permission', asked, there),
  ...(isWhole ? missing('leave for', there, asked) : []),
]

function wrongEndpoint(row: SpecRow): readonly string[] {
  const asked = askedOfEndpoint(row)
  const built = operations.find(({ method, url }) => `${method} ${plainPath(url)}` === asked.route)
  if (built === undefined) return [`there is no ${asked.route}`]
  return [
    ...wrongPermissions(asked.permissions, permissionsAsked(built), asked.isWhole),
    ...missing('query', asked.query, built.queryNames),
    ...missing('field', asked.payload, namesIn(built.body)),
  ]
}

/** A screen, and the details within it at their own addresses: whoever opens the one opens the other. */
const withDetails = (screen: ScreenRoute): readonly ScreenRoute[] => [
  screen,
  ...(screen.children ?? []).map((one) => ({ ...screen, path: `${screen.path}/${one.path}` })),
]
const screens = [...publicScreens, ...signedInScreens].flatMap(withDetails)
function wrongScreen(row: SpecRow): readonly string[] {
  const { route = '' } = row
  // '*', '/home' and what is no address of its own are the router's or the shell's: their tests say all.
  if (['*', '/home'].includes(route) || !route.startsWith('/')) return []
  const built = screens.find(({ path }) => plainPath(path) === plainPath(route))
  if (built === undefined) return [`there is no screen ${route}`]
  return wrongPermissions(askedOfScreen(row), permissionsOf(built), row['auth']?.startsWith('permission ') === true)
}

/** The text that a row quotes must be in what is shipped, and in the test that is named. */
const wrongText = (text: string, by: string): readonly string[] => {
  if (text === '' || text === '(not shown)') return []
  return [
    ...(isShipped(text) ? [] : [`"${text}" is not in what is shipped`]),
    ...(isSaidIn(fileIn(by), text) ? [] : [`${fileIn(by)} does not say "${text}"`]),
  ]
}

/** An answer or a body that has the field: `GET /api/coes: data[].coe_name`, `POST /api/pool/credit: body.credit`. */
function wrongField({ field = '' }: SpecRow, by: string): readonly string[] {
  const [name = '', path = ''] = by.split(': ')
  const found = operations.find((one) => nameOf(one) === name)
  if (found === undefined) return [`there is no ${name}`]
  const isBody = path.startsWith('body.')
  const schema = isBody ? found.body : found.answer
  if (schema === undefined || !hasPath(schema, isBody ? path.slice(5) : path)) return [`${name} has no ${path}`]
  const plain = (text: string) => text.replaceAll('[]', '')
  // What the spec describes in words has no name of its own.
  const isNamed = / |\/|\bnot shown\b/.test(field) || `.${plain(path)}`.endsWith(`.${plain(field)}`)
  return isNamed ? [] : [`${path} is not called ${field}`]
}

/** A permission is held when it is one of ours and a call, or a screen, asks for it. */
function wrongPermission({ permission = '' }: SpecRow, by: string): readonly string[] {
  const asking = by.startsWith('/')
    ? screens.filter(({ path }) => path === by).flatMap(permissionsOf)
    : operations.filter((one) => nameOf(one) === by).flatMap(permissionsAsked)
  const isOurs = (PERMISSIONS as readonly string[]).includes(permission)
  return isOurs && (asking as readonly string[]).includes(permission) ? [] : [`${by} does not ask for it`]
}

const CHECKS: Readonly<Record<(typeof SPEC_TABLES)[number], (row: SpecRow, by: string) => readonly string[]>> = {
  endpoints: wrongEndpoint,
  screens: wrongScreen,
  messages: ({ text = '' }, by) => wrongText(text, by),
  validations: ({ message = '' }, by) => wrongText(message, by),
  statuses: () => [],
  permissions: wrongPermission,
  entities: wrongField,
  constants: () => [],
}
/** What is held by what the program says of itself, and names no test. */
const BY_ITSELF: readonly string[] = ['permissions', 'entities']

if (!hasSpec) console.log('The spec is not beside the repository (../shared/spec): its rows are not compared.')

describe.each(SPEC_TABLES)('%s', (table) => {
  test('every answer says what holds, decided or brings it', () => {
    const wrong = answers[table].flatMap(({ key, kind, by }) => {
      if (kind === 'decided otherwise') return decisions.includes(by) ? [] : [`${key}: there is no decision ${by}`]
      if (kind === 'not yet') return BRINGS.test(by) ? [] : [`${key}: no issue and no group of rows: ${by}`]
      const test = BY_ITSELF.includes(table) ? undefined : wrongTest(by)
      return test === undefined ? [] : [`${key}: ${test}`]
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
