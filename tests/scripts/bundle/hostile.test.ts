import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pipeAt } from '#tests/support/pipe.ts'
import { linesOf, openSealedBook, type SealedBook, textOf, VERIFIER } from './sealed-book.ts'

let book: SealedBook
let lines: string[]
let keyFile: string
beforeAll(async () => {
  book = await openSealedBook()
  await book.write('one', '2026-03-01T10:00:00.000Z')
  await book.seal()
  lines = await linesOf((await book.bundle({ wallet: 'pool' })).path)
  keyFile = join(book.folder, 'key.pem')
  await writeFile(keyFile, book.publicKey.export({ format: 'pem', type: 'spki' }))
})
afterAll(() => book.end())

const run = (...args: readonly string[]) =>
  new Promise<{ code: number; said: string; err: string }>((resolve) => {
    execFile(process.execPath, [VERIFIER.pathname, ...args], (error, said, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), said, err }),
    )
  })

/** Ends with words, and with no stack of Node's. */
function expectWords({ code, said, err }: { code: number; said: string; err: string }): void {
  expect([1, 2, 3, 4, 5]).toContain(code)
  expect(said).toBe('')
  expect(err.trim()).not.toBe('')
  expect(err).not.toMatch(/\n\s+at |node:internal|Error:/)
}

const MEGABYTE = 1024 * 1024
const HOSTILE: readonly (readonly [string, (lines: readonly string[]) => string | Buffer])[] = [
  ['nothing', () => ''],
  ['an empty line', () => '\n'],
  ['NUL', () => Buffer.alloc(4_096)],
  ['NUL within a line', (all) => textOf(all).replace('wallet-pool', 'wallet-\u0000ool')],
  ['what is no text', () => Buffer.from([0xff, 0xfe, 0x0a, 0xc3, 0x28, 0x0a])],
  ['a line of 30 MB', () => Buffer.alloc(30 * MEGABYTE, 'a')],
  ['an event of 30 MB', (all) => textOf([...all.slice(0, 3), `{"event":"${'a'.repeat(30 * MEGABYTE)}"}`])],
  ['JSON that is ten million deep', () => `${'['.repeat(10_000_000)}\n`],
  ['JSON that is a million deep, and closed', () => `{"event":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}\n`],
  ['the name of a prototype', (all) => textOf(['{"__proto__":{}}', ...all])],
  ['a line of a prototype’s name', (all) => textOf([...all, '{"__proto__":{"polluted":1}}'])],
  ['the name of a constructor', (all) => textOf([...all, '{"constructor":{}}'])],
  ['a key twice', (all) => textOf(all).replace('"position":', '"position":1,"position":')],
  ['a key more', (all) => textOf(all).replace('"format"', '"more":1,"format"')],
  ['keys in another order', (all) => textOf(all).replace(/"revision":(\d+),"hash":("\w+")/, '"hash":$2,"revision":$1')],
  ['blanks', (all) => textOf(all).replaceAll(':', ': ')],
  ['ends of lines of another system', (all) => textOf(all).replaceAll('\n', '\r\n')],
  ['a mark of byte order', (all) => `\ufeff${textOf(all)}`],
  ['a number written otherwise', (all) => textOf(all).replace(/"position":(\d+)/, '"position":$1.0')],
  [
    'a number that is told apart from no other',
    (all) => textOf(all).replace(/"position":\d+/, '"position":9007199254740993'),
  ],
  ['a number without end', (all) => textOf(all).replace(/"position":\d+/, '"position":1e999')],
  ['a number of 100,000 digits', (all) => textOf(all).replace(/"revision":\d+/, `"revision":${'9'.repeat(100_000)}`)],
  ['nothing, below nothing', (all) => textOf(all).replace(/("event":\[\d+,"[^"]*"),0,/, '$1,-0,')],
  ['a number as a text', (all) => textOf(all).replace(/"position":(\d+)/, '"position":"$1"')],
  ['a key of a header twice', (all) => textOf(all).replace('"about":{', '"about":{"wallet":"another","wallet":')],
  ['a prototype in a header', (all) => textOf(all).replace('"about":{', '"about":{"__proto__":{"wallet":"pool"},')],
  ['a prototype in an event', (all) => textOf(all).replace('"position":', '"__proto__":{"position":1},"position":')],
  [
    'an event whose data are a million deep',
    (all) => textOf(all).replace(/("event":\[\d+(?:,"?[^",]*"?){4},")/, `$1${'['.repeat(1_000_000)}`),
  ],
  [
    'an array of a million seals',
    (all) => textOf([...all.slice(0, 1), `[${'{},'.repeat(1_000_000)}{}]`, ...all.slice(1)]),
  ],
  ['a letter written otherwise', (all) => textOf(all).replace('wallet-pool', '\\u0077allet-pool')],
  ['a line of no kind', (all) => textOf([...all, '{"note":"fine"}'])],
  ['a second header', (all) => textOf([all[0] ?? '', ...all])],
  ['a header at the end', (all) => textOf([...all, all[0] ?? ''])],
  ['a second seal', (all) => textOf([...all.slice(0, 2), all[1] ?? '', ...all.slice(2)])],
  ['no header', (all) => textOf(all.slice(1))],
  ['no seal', (all) => textOf(all.toSpliced(1, 1))],
  ['no end', (all) => textOf(all.toSpliced(2, 1))],
  ['lines from back to front', (all) => textOf(all.toReversed())],
  ['null', () => 'null\n'],
  ['a header of null', () => '{"bundle":null}\n'],
  ['a header about null', (all) => textOf(all).replace(/"about":\{[^}]*\}/, '"about":null')],
  ['a header about nothing', (all) => textOf(all).replace(/"about":\{[^}]*\}/, '"about":{}')],
  ['a number', () => '1\n'],
  ['half a letter', (all) => Buffer.from(textOf(all)).subarray(0, -3)],
  [
    'an end with a way that is too long',
    (all) => textOf(all).replace('"proof":[', `"proof":[${`"${'a'.repeat(64)}",`.repeat(300)}`),
  ],
  [
    'a stream that writes a line of its own',
    (all) => textOf(all).replace('"stream":"wallet-pool"', '"stream":"x\\nHOLDS."'),
  ],
]

test.each(HOSTILE)('%s in a bundle ends in words, and never well', async (_, content) => {
  const path = join(book.folder, 'hostile.ndjson')
  await writeFile(path, content(lines))
  const ended = await run(path, keyFile)
  expectWords(ended)
  expect(ended.err).not.toMatch(/^HOLDS/m)
  expectWords(await run(path, keyFile, '--list'))
})

test('what is no bundle, no key, or no such call ends with 2', async () => {
  const pipe = join(book.folder, 'pipe')
  await pipeAt(pipe)
  const path = join(book.folder, 'good.ndjson')
  await writeFile(path, textOf(lines))
  expect(await run(path, keyFile)).toMatchObject({ code: 0, err: '' })
  await mkdir(join(book.folder, 'folder'))
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const rsa = join(book.folder, 'rsa.pem')
  await writeFile(rsa, publicKey.export({ format: 'pem', type: 'spki' }))
  for (const args of [
    ...[[], [path], [path, keyFile, path], [path, keyFile, '--all'], [path, keyFile, '--until', '3']],
    ...[
      [join(book.folder, 'folder'), keyFile],
      [join(book.folder, 'none'), keyFile],
      [path, path],
      [pipe, keyFile],
      [path, pipe],
      [path, 'none'],
    ],
    ...['0', '-1', '1e3', 'x', '99999999'].map((until) => [path, keyFile, '--list', '--until', until]),
  ]) {
    const ended = await run(...args)
    expect([args, ended.code]).toEqual([args, 2])
    expectWords(ended)
  }
  expectWords(await run(path, rsa))
})

test('a bundle that is there is not written over', async () => {
  const files = await readdir(book.folder)
  await expect(book.bundle({ wallet: 'pool' })).rejects.toThrow('is there already, and is not written over')
  expect(await readdir(book.folder)).toEqual(files)
  const name = files.find((one) => one.startsWith('wallet-pool-up-to')) ?? ''
  expect(await linesOf(join(book.folder, name))).toEqual(lines)
})

test('what it lists keeps to its lines', async () => {
  const path = join(book.folder, 'good.ndjson')
  await writeFile(path, textOf(lines))
  const { code, said } = await run(path, keyFile, '--list')
  expect(code).toBe(0)
  const events = lines.filter((line) => line.startsWith('{"event"'))
  expect(said.trimEnd().split('\n')).toHaveLength(events.length)
})
