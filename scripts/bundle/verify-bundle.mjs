// Checks a bundle of the Cancer Health Fund portal with its public keys alone: that no event in it was changed, and that
// nothing is missing of its streams, or of its days, up to the sealed position. One file, with nothing but Node (20.12 or
// newer), so that whoever is to believe it can read it. docs/bundle.md says what a bundle is, docs/seals.md what is hashed.
import { createHash, createPublicKey, hash, verify } from 'node:crypto'
import { constants, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { parseArgs } from 'node:util'

const HELP = `Usage: node verify-bundle.mjs <bundle> <public-key.pem> [--list [--until <position>]]
The second file has the seals' public keys, the oldest first: of a key that was changed only what was sealed before holds.
Ends with 0 when all of it holds, else says what does not, and where, and ends with 1: an event or another line was changed;
2: it cannot be read, or was called wrongly; 3: an event was taken out or put in; 4: an end was cut; 5: a seal was changed, or is
of another key. --list shows its events instead, with tabs: position, time of recording, stream, revision, type, data.`
const [CHANGED, UNREADABLE, TAKEN_OR_PUT, CUT, SEAL] = [1, 2, 3, 4, 5]
const fail = (code, message) => {
  throw Object.assign(new Error(message), { code })
}

// Hashes, as the portal makes them.
const sha256 = (data) => hash('sha256', data)
const rolledOn = (before, row) => sha256(`${before}\n${sha256(JSON.stringify(row))}`)
const keyOf = (stream) => sha256(`chf-stream-1\n${stream}`)
const keyIdOf = (publicKey) => sha256(publicKey.export({ format: 'der', type: 'spki' })).slice(0, 16)
const PEM = /-----BEGIN PUBLIC KEY-----.*?-----END PUBLIC KEY-----/gs
function keysIn(text) {
  // One that is there twice is one: it was not changed since.
  const keys = [...new Map((text.match(PEM) ?? []).map(createPublicKey).map((key) => [keyIdOf(key), key])).values()]
  if (keys.length === 0) fail(UNREADABLE, 'There is no public key in the second file')
  return keys
}
const NO_SEAL = { number: 0, position: 0, count: 0, hash: sha256('chf-log-1') }

/** The root of a tree in which a stream ends so, by the hashes beside its way up. */
function rootOf({ stream, revision, hash: rolled, proof }) {
  const key = keyOf(stream)
  const bits = BigInt(`0x${key}`).toString(2).padStart(256, '0')
  let found = sha256(`chf-end-1\n${key}\n${revision}\n${rolled}`)
  for (const [index, beside] of proof.entries()) {
    const isLeft = bits[proof.length - 1 - index] === '0'
    found = sha256(Buffer.from(isLeft ? `01${found}${beside}` : `01${beside}${found}`, 'hex'))
  }
  return found
}
const META = /^(.*,"prev":"([0-9a-f]*)","key":"[0-9a-f]{16}"),"hash":"([0-9a-f]{64})","mac":"[0-9a-f]{64}"\}$/s

/** The hash that an event names as its own, and that of the one before it; undefined when its content gives another. */
function linkOf([, stream, revision, id, type, data, meta]) {
  const [, rest, prev, own] = META.exec(meta) ?? []
  const isOwn = sha256(`chf-event-1\n${stream}\n${revision}\n${id}\n${type}\n${data}\n${rest}}`) === own
  return isOwn ? { prev, own } : undefined
}

/** Throws unless a seal is signed by one of the keys, and by none that is older than that of the seal before it. */
function checkSeal(seal, keys, line, before) {
  const { number, position, count, hash, streams, root, at, keyId, signature } = seal
  const bytes = Buffer.from(signature, 'base64')
  const text = ['chf-seal-1', number, position, count, hash, streams, root, at, keyId].join('\n')
  const age = keys.findIndex((key) => keyIdOf(key) === keyId)
  if (age < 0) fail(SEAL, `Seal ${number} (line ${line}) is of another key, ${plain(keyId)}`)
  const isSigned = bytes.toString('base64') === signature && verify(null, Buffer.from(text), keys[age], bytes)
  if (!isSigned) fail(SEAL, `Seal ${number} (line ${line}) was changed: its key did not sign it so`)
  if (age < before) fail(SEAL, `Seal ${number} (line ${line}) is of an older key than the seal before it, ${keyId}`)
  return age
}

// Lines: each exactly as the portal writes it, so that every byte counts.
const isNumber = (value) => Number.isSafeInteger(value) && value >= 0
const isText = (value) => typeof value === 'string'
const isHash = (value) => isText(value) && /^[0-9a-f]{64}$/.test(value)
const isDay = (value) => /^\d{4}-\d\d-\d\d$/.test(value) && isTime(`${value}T00:00:00.000Z`)
const isTime = (value) => !Number.isNaN(Date.parse(value)) && new Date(value).toISOString() === value
const isProof = (value) => Array.isArray(value) && value.length <= 256 && value.every(isHash)
const isObjectOf = (fields) => (value) =>
  Array.isArray(value) === Array.isArray(fields) &&
  Object.keys(value).join() === Object.keys(fields).join() &&
  Object.keys(fields).every((name) => fields[name](value[name]))
const isAbout = (value) =>
  [{ wallet: isText }, { payment: isText }, { from: isDay, to: isDay }].some((one) => isObjectOf(one)(value)) &&
  !(value.from > value.to)
const sealed = { number: isNumber, position: isNumber, count: isNumber, hash: isHash, streams: isNumber, root: isHash }
const KINDS = new Map([
  [
    'bundle',
    isObjectOf({ format: (one) => one === 'chf-bundle-1', about: isAbout, keyId: isText, position: isNumber }),
  ],
  ['seal', isObjectOf({ ...sealed, at: isTime, keyId: isText, signature: isText })],
  ['end', isObjectOf({ stream: isText, revision: isNumber, hash: isHash, proof: isProof })],
  ['event', isObjectOf([isNumber, isText, isNumber, isText, isText, isText, isText, isTime])],
])

function read(number, line) {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(line)
    const [[kind, value]] = Object.entries(JSON.parse(text))
    if (KINDS.get(kind)?.(value) && JSON.stringify({ [kind]: value }) === text) return { number, kind, value }
  } catch {}
  fail(UNREADABLE, `Line ${number} is none that the portal writes`)
}
const LONGEST_LINE = 20_000_000 // twice the largest event that the portal takes
function* chunksOf(file) {
  for (let [at, read] = [0]; read !== 0; at += read) {
    const chunk = Buffer.alloc(1 << 16)
    read = readSync(file, chunk, 0, chunk.length, at)
    yield chunk.subarray(0, read)
  }
}
function* linesOf(file, whole) {
  let [number, parts, size] = [0, [], 0]
  for (const chunk of chunksOf(file)) {
    whole.update(chunk)
    let from = 0
    for (let at = chunk.indexOf('\n'); at >= 0; at = chunk.indexOf('\n', from)) {
      const line = Buffer.concat([...parts, chunk.subarray(from, at)])
      ;[number, parts, size, from] = [number + 1, [], 0, at + 1]
      yield read(number, line)
    }
    parts.push(chunk.subarray(from))
    size += chunk.length - from
    if (size > LONGEST_LINE) fail(UNREADABLE, `Line ${number + 1} is longer than any that the portal writes`)
  }
  if (size > 0) fail(CUT, `Line ${number + 1} is not whole: the end of the file was cut`)
}

const placeOf = ([position, stream, revision], line) =>
  `position ${position}, ${plain(stream)}, revision ${revision} (line ${line})`
/** Control characters as JSON writes them, so that none makes another line. */
const plain = (value) => String(value).replace(/[\p{Cc}\u2028\u2029]/gu, (one) => encodeURIComponent(one))
const noPlace = (line) => fail(UNREADABLE, `Line ${line} has no place here`)

// The two kinds of bundle. Both are given the lines behind the header one by one, and give what holds at the end.

/** Streams as a whole: a seal, and then of each stream its end, which the seal's root holds, and its events from the first. */
function streamsCheck({ about }) {
  const names = []
  let [events, seal, end, name, next, rolled, link, suspect, isMeant] = [0]
  const isWallet = about.wallet !== undefined

  function endStream() {
    const { revision, hash } = end
    if (next <= revision) fail(CUT, `${name} was cut: its revisions ${next} to ${revision} are missing`)
    if (rolled !== hash) fail(CHANGED, suspect ?? `Changed: ${name}, its revisions 0 to ${revision}`)
    if (!isMeant) fail(CHANGED, `${name} is not of ${plain(JSON.stringify(about))} (line 1)`)
  }
  function beginStream(value, line) {
    if (end !== undefined) endStream()
    const { stream, revision } = value
    name = `${plain(stream)} (line ${line})`
    if (stream <= (end?.stream ?? '')) fail(TAKEN_OR_PUT, `Out of order: ${name}`)
    if (rootOf(value) !== seal.root) fail(CUT, `${name} does not end so at revision ${revision}: seal ${seal.number}`)
    ;[end, next, rolled, link, suspect] = [value, 0, keyOf(stream), { own: '' }, undefined]
    isMeant = stream === `wallet-${about.wallet}`
    names.push(`${plain(stream)} (${revision + 1})`)
  }
  function takeEvent(row, line) {
    const [position, stream, revision, , type, data] = row
    const place = placeOf(row, line)
    if (stream !== end.stream || revision !== next || position > seal.position)
      fail(TAKEN_OR_PUT, `Taken out or put in: revision ${next} of ${name} is due before ${place}`)
    const before = link?.own
    link = linkOf(row)
    if (link === undefined || (before !== undefined && link.prev !== before)) suspect ??= `Changed: ${place}`
    isMeant ||= type === 'TransactionPaymentInitiated' && data.includes(`"paymentId":${JSON.stringify(about.payment)}`)
    ;[rolled, next, events] = [rolledOn(rolled, row), next + 1, events + 1]
  }
  return {
    take(kind, value, line) {
      if (kind === 'seal' && seal === undefined) seal = value
      else if (kind === 'end' && seal !== undefined) beginStream(value, line)
      else if (kind === 'event' && end !== undefined) takeEvent(value, line)
      else noPlace(line)
    },
    end() {
      if (end === undefined) fail(CUT, 'There is no stream in it: the end of the file was cut')
      endStream()
      const more = names.length > 20 ? ` and ${names.length - 20} more` : ''
      const only = isWallet ? '' : ' That no other transaction is of it is not shown: a bundle of its days does that.'
      return { seal, says: `${events} events; none is missing of ${names.slice(0, 20).join(', ')}${more}.${only}` }
    },
  }
}

/** Days in Lagos: all events of the log from one seal to a later one, and behind the last event of each seal that seal. */
function daysCheck({ about: { from, to } }) {
  const begin = Date.parse(`${from}T00:00:00+01:00`)
  const end = Date.parse(`${to}T00:00:00+01:00`) + 24 * 3_600_000
  let [events, within, first, seal, rolled, last, gap, suspect] = [0, 0, NO_SEAL, NO_SEAL, NO_SEAL]

  function takeSeal(value, line) {
    const where = `behind position ${seal.position}, up to seal ${value.number} of ${value.position} (line ${line})`
    const [due, there] = [value.count - seal.count, rolled.count - seal.count]
    if (events === 0) first = value
    else if (value.number !== seal.number + 1) fail(SEAL, `A seal is missing ${where}`)
    else if (due !== there) fail(TAKEN_OR_PUT, `${due} events are due, ${there} are there ${where}${gap ?? ''}`)
    else if (value.hash !== rolled.hash || value.position !== rolled.position)
      fail(CHANGED, suspect ?? `Changed: an event, its place or its time ${where}`)
    ;[seal, rolled, gap, suspect] = [value, value]
  }
  function takeEvent(row, line) {
    const [position, , , , , , , recordedAt] = row
    const place = placeOf(row, line)
    const time = Date.parse(recordedAt)
    if (position <= rolled.position || recordedAt < last) fail(TAKEN_OR_PUT, `Out of order: ${place}`)
    if (events === 0 && first !== NO_SEAL && time >= begin)
      fail(CUT, `It does not begin before ${from}, but with ${place}: its beginning was cut`)
    if (position !== rolled.position + 1) gap ??= `; the first gap is before ${place}`
    if (linkOf(row) === undefined) suspect ??= `Changed: ${place}`
    if (time >= begin && time < end) within += 1
    rolled = { position, count: rolled.count + 1, hash: rolledOn(rolled.hash, row) }
    ;[events, last] = [events + 1, recordedAt]
  }
  return {
    take(kind, value, line) {
      if (kind === 'seal' && (events > 0 || line === 2)) takeSeal(value, line)
      else if (kind === 'event') takeEvent(value, line)
      else noPlace(line)
    },
    end() {
      if (events === 0 || rolled !== seal) fail(CUT, 'No seal stands at its end: the end of the file was cut')
      const upTo = Date.parse(last) < end ? last : undefined
      const up = upTo === undefined ? '' : ` Nothing is shown of what was recorded after ${last}.`
      if (within === 0) fail(CHANGED, `No event is of ${from} to ${to} (line 1): the portal makes no such file`)
      const days = ' That these days are those that were asked for, its first line says and nobody signed.'
      const all = `none is missing, of ${events} behind position ${first.position}.`
      return { seal, upTo, says: `${within} events; ${all}${up}${days}` }
    },
  }
}

/** What holds of a bundle, an open file's number, by the public keys in a text, the oldest first; throws what does not. */
export function check(file, pem) {
  const keys = keysIn(pem)
  let [header, part, age] = [undefined, undefined, 0]
  const whole = createHash('sha256')
  for (const { number, kind, value } of linesOf(file, whole)) {
    if ((kind === 'bundle') !== (number === 1)) noPlace(number)
    if (kind === 'seal') age = checkSeal(value, keys, number, age)
    if (kind !== 'bundle') part.take(kind, value, number)
    else [header, part] = [value, value.about.from === undefined ? streamsCheck(value) : daysCheck(value)]
  }
  if (header === undefined) fail(CUT, 'There is nothing in it')
  const { seal, says, upTo } = part.end()
  if (header.keyId !== seal.keyId) fail(SEAL, `Line 1 names another key, ${plain(header.keyId)}`)
  if (header.position !== seal.position) fail(CUT, `Line 1 says sealed up to ${header.position}, and its end does not`)
  return { about: header.about, seal, says, upTo, isOldKey: age < keys.length - 1, sha256: whole.digest('hex') }
}

/** A file that can be read twice: a pipe in its place would be waited for. */
function opened(path) {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  if (!fstatSync(file).isFile()) fail(UNREADABLE, `${plain(path)} is no file that can be read twice`)
  return file
}

function main() {
  const options = { list: { type: 'boolean' }, until: { type: 'string' } }
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [path, keyFile] = positionals
  const isUsed = values.until === undefined || (values.list === true && /^[1-9]\d{0,15}$/.test(values.until))
  if (positionals.length !== 2 || !isUsed) fail(UNREADABLE, HELP)
  const file = opened(path)
  const { about, seal, says, upTo, isOldKey, sha256: checked } = check(file, readFileSync(opened(keyFile), 'utf8'))
  const until = Number(values.until ?? seal.position)
  if (until > seal.position) fail(UNREADABLE, `Nothing is shown of what is behind position ${seal.position}`)
  if (values.list === true) {
    const whole = createHash('sha256')
    for (const { kind, value } of linesOf(file, whole)) {
      if (kind !== 'event' || value[0] > until) continue
      const [position, stream, revision, , type, data, , recordedAt] = value
      console.log([position, recordedAt, stream, revision, type, data].map(plain).join('\t'))
    }
    if (whole.digest('hex') !== checked)
      fail(CHANGED, 'The file was changed while it was read: nothing of this list holds')
    return
  }
  const far = upTo === undefined ? '' : ` ONLY UP TO ${upTo}, before its days end: it was made then, or cut there`
  console.log(`HOLDS${far}. ${plain(JSON.stringify(about))}: ${says}`)
  console.log(`Sealed up to position ${seal.position} on ${seal.at} under key ${seal.keyId}, by seal ${seal.number}.`)
  if (isOldKey)
    console.log('That key was changed since: who still has it could have made this. It counts for what they ask:')
  console.log(`Ask the keeper of the seals whether this is theirs (SHA-256 ${sha256(JSON.stringify(seal))}):`)
  console.log(JSON.stringify(seal))
}

// Whoever imports it for `check` says so by a query; called by its name, whatever that is, it runs.
if (new URL(import.meta.url).search === '') {
  process.stdout.on('error', () => process.exit(UNREADABLE))
  try {
    main()
  } catch ({ message, code }) {
    console.error(message)
    process.exitCode = Number.isInteger(code) ? code : UNREADABLE
  }
}
