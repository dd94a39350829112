import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { readOptions } from '#scripts/start/options.ts'
import { ROOT } from '#tests/support/source-files.ts'

// No container engine is needed, or asked: this shows that the file is whole, not that the images run together.

const Environment = z.record(z.string(), z.string())
const Service = z.object({
  image: z.string(),
  build: z.object({ context: z.string(), dockerfile: z.string() }).optional(),
  command: z.array(z.string()).optional(),
  environment: Environment.default({}),
  volumes: z.array(z.string()).default([]),
  networks: z.array(z.string()).default([]),
  ports: z.array(z.string()).default([]),
  restart: z.string().optional(),
  network_mode: z.string().optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
})
const Compose = z.object({
  services: z.record(z.string(), Service),
  networks: z.record(z.string(), z.unknown()),
  volumes: z.record(z.string(), z.unknown()),
})

const text = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8')
const compose = Compose.parse(parse(text, { merge: true }))
const services = Object.entries(compose.services)
const app = services.filter(([, { image }]) => image === 'cancer-health-fund')
/** Without the variables, as if each were set to hex, and the one that names people to their e-mails. */
const filled = (value: string) =>
  value
    .replace(/\$\{CHF_FIRST_ADMINS:\?[^}]*\}/, 'one@example.org,two@example.org')
    .replaceAll(/\$\{(\w+):\?[^}]*\}/g, 'c0ffee')
    .replaceAll(/\$\{\w+:-\}/g, '')
/** What an installation may go without: empty is left out (scripts/start/options.ts). */
const MAY_BE_EMPTY = ['CHF_CAP_URL', 'CHF_MAIL_FROM', 'CHF_PROXIES']
/** What the app reads and is not given here: no demo, the usual log level, and the other one of two places for seals. */
const NOT_GIVEN = ['DEMO_DATA', 'LOG_LEVEL', 'SEALS_DIR']

test('it has the production parts', () => {
  expect(Object.keys(compose.services)).toEqual([
    ...['certificates', 'event-store-1', 'event-store-2', 'event-store-3', 'postgres'],
    ...['api-1', 'api-2', 'projector'],
  ])
})

test.each(services)('%s names only networks, volumes, files and services that are there', (_, service) => {
  for (const network of service.networks) expect(Object.keys(compose.networks)).toContain(network)
  for (const volume of service.volumes) {
    const [source = ''] = volume.split(':')
    if (source.startsWith('.')) expect(existsSync(join(ROOT, source)), source).toBe(true)
    else expect(Object.keys(compose.volumes)).toContain(source)
  }
  if (service.build) expect(existsSync(join(ROOT, service.build.context, service.build.dockerfile))).toBe(true)
  for (const [name, { condition }] of Object.entries(service.depends_on)) {
    const other = compose.services[name]
    expect(other, name).toBeDefined()
    // Waiting for the health of a service that tells none never ends.
    if (condition === 'service_healthy') expect(other?.healthcheck, name).toBeDefined()
    if (condition === 'service_completed_successfully') expect(other?.restart).toBeUndefined()
  }
})

test('every volume and network is used', () => {
  const sources = services.flatMap(([, { volumes }]) => volumes.map((volume) => volume.split(':')[0]))
  expect(Object.keys(compose.volumes).filter((name) => !sources.includes(name))).toEqual([])
  const networks = services.flatMap(([, service]) => service.networks)
  expect(Object.keys(compose.networks).filter((name) => !networks.includes(name))).toEqual([])
})

test('every variable is required or may be empty, none has another default, and the example lists them all', () => {
  const named = [...text.matchAll(/(?<!\$)\$\{(\w+)([^}]*)\}/g)]
  const optional = named.filter(([, , rest]) => !rest?.startsWith(':?'))
  expect(optional.filter(([, , rest]) => rest !== ':-').map(([all]) => all)).toEqual([])
  expect([...new Set(optional.map(([, name]) => name))].sort()).toEqual(MAY_BE_EMPTY)
  const example = readFileSync(join(ROOT, 'docker', 'production.env.example'), 'utf8')
  const listed = [...example.matchAll(/^(\w+)=(.*)$/gm)]
  expect(listed.map(([, name]) => name).sort()).toEqual([...new Set(named.map(([, name]) => name))].sort())
  expect(listed.filter(([, , value]) => value !== '')).toEqual([])
})

test('no secret stands in it', () => {
  const secrets = services.flatMap(([, { environment }]) =>
    Object.entries(environment).filter(([name]) => /PASSWORD|SECRET(?!S_DIR)|TOKEN/.test(name)),
  )
  expect(secrets.length).toBeGreaterThan(0)
  expect(secrets.filter(([, value]) => !/^\$\{\w+:\?[^}]*\}$/.test(value))).toEqual([])
  expect(text).not.toMatch(/:\/\/[^$/@\s]+:[^$@/\s]+@/)
})

test.each(app)('%s is given settings that the app takes, safe for production', (_, service) => {
  const environment = Object.fromEntries(Object.entries(service.environment).map(([k, v]) => [k, filled(v)]))
  const options = readOptions(service.command ?? [], environment)
  expect(options).toMatchObject({ production: true, withDemo: false, host: '0.0.0.0', port: 3000 })
  const known = readFileSync(join(ROOT, 'scripts', 'start', 'options.ts'), 'utf8')
  for (const name of Object.keys(environment)) expect(known, name).toMatch(new RegExp(`^  ${name}\\b`, 'm'))
  const read = [...(/\nEnvironment:\n([^]*?)`/.exec(known)?.[1] ?? '').matchAll(/^  ([A-Z][A-Z_]+)\b/gm)]
  expect(
    read
      .map(([, name = '']) => name)
      .filter((name) => !(name in environment))
      .sort(),
  ).toEqual(NOT_GIVEN)
})

test.each(app)('%s is asked how it is on the port of its own', (_, { environment, healthcheck }) => {
  expect(healthcheck?.test.join(' ')).toContain(`http://127.0.0.1:${environment['HEALTH_PORT']}/`)
})

test('together the app processes run every part, the API twice', () => {
  const parts = app.flatMap(([, { command }]) => (command?.[1] ?? '').split(','))
  expect(parts.sort()).toEqual(['api', 'api', 'processes', 'projections'])
})

test('each node of the log advertises its own name, has a certificate of its own and seeds from the others', () => {
  const nodes = services.filter(([name]) => name.startsWith('event-store-'))
  expect(nodes).toHaveLength(3)
  for (const [name, { environment, volumes }] of nodes) {
    expect(environment['EVENTSTORE_NODE_HOST_ADVERTISE_AS']).toBe(name)
    expect(environment['EVENTSTORE_REPLICATION_HOST_ADVERTISE_AS']).toBe(name)
    const others = nodes.map(([other]) => `${other}:2113`).filter((seed) => seed !== `${name}:2113`)
    expect(environment['EVENTSTORE_GOSSIP_SEED']?.split(',')).toEqual(others)
    expect(volumes).toContain(`${name.replace('event-store', 'certificate')}:/certificates/node:ro`)
    expect(volumes).toContain(`${name}:/var/lib/eventstore`)
  }
})

test('nothing but the APIs can be reached, and those from this machine alone', () => {
  const open = services.filter(([, { ports }]) => ports.length > 0)
  expect(open.map(([name]) => name)).toEqual(['api-1', 'api-2'])
  for (const [, { ports }] of open) for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/)
})

test('the image’s Dockerfile copies nothing that is kept out of its context, and ends as an ordinary user', () => {
  const dockerfile = readFileSync(join(ROOT, 'docker', 'Dockerfile'), 'utf8')
  expect(
    dockerfile
      .trim()
      .split('\n')
      .findLast((line) => line.startsWith('USER')),
  ).toBe('USER node')
  const script = /ENTRYPOINT .*"(scripts\/[^"]+)"/.exec(dockerfile)?.[1] ?? ''
  expect(existsSync(join(ROOT, script))).toBe(true)
  expect(existsSync(join(ROOT, 'scripts', 'build-web.ts'))).toBe(true)
})
