/** Profiles of colours have 500 bytes to some kB; so much could hide a picture of its own, and more does not pass. */
const MOST_PROFILE = 64 * 1024

/** The chunks of a PNG that say nothing but pixels and colours, and the most bytes that each has; IDAT has any. */
const PNG_CHUNKS: ReadonlyMap<string, number> = new Map([
  ['IHDR', 13],
  ['PLTE', 768],
  ['tRNS', 256],
  ['gAMA', 4],
  ['cHRM', 32],
  ['sRGB', 1],
  ['iCCP', MOST_PROFILE],
  ['sBIT', 4],
  ['bKGD', 6],
  ['pHYs', 9],
  ['IEND', 0],
])
const PNG_MARK = 8
/** Length and type before a chunk's data, a checksum behind. */
const [CHUNK_HEAD, CHUNK_END] = [8, 4]

/** What starts with these bytes is a JPEG's own header, its colours (Adobe), or a profile of them; the most that all such have. */
const JPEG_APPS: ReadonlyMap<number, readonly [begin: string, most: number]> = new Map([
  [0xe0, ['JFIF\0', 14]],
  [0xe2, ['ICC_PROFILE\0', MOST_PROFILE]],
  [0xee, ['Adobe', 12]],
])
const [SOI, EOI, SOS, DHT, DQT, DRI] = [0xd8, 0xd9, 0xda, 0xc4, 0xdb, 0xdd]
/** Frames: C0 to CF, but for the three that are none. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/**
 * Whether a file is a PNG or a JPEG from its first byte to its last and has nothing in it that is no pixel and no colour:
 * every part is walked over, and any that is not known here is one too many. Says nothing about whether it can be read.
 */
export const isNothingButPicture = (bytes: Buffer): boolean =>
  bytes.readUInt16BE(0) === 0xff_d8 ? isPlainJpeg(bytes) : isPlainPng(bytes)

function isPlainPng(bytes: Buffer): boolean {
  const seen = new Set<string>()
  for (let at = PNG_MARK; at + CHUNK_HEAD + CHUNK_END <= bytes.length;) {
    const length = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + CHUNK_HEAD)
    // But for the pixels, there is one of each.
    if (type !== 'IDAT' && (seen.has(type) || length > (PNG_CHUNKS.get(type) ?? -1))) return false
    seen.add(type)
    at += CHUNK_HEAD + length + CHUNK_END
    if (type === 'IEND') return at === bytes.length
  }
  return false
}

function isPlainJpeg(bytes: Buffer): boolean {
  const said = new Map<number, number>()
  for (let at = 2; at + 4 <= bytes.length;) {
    if (bytes[at] !== 0xff) return false
    const marker = bytes[at + 1] ?? SOI
    const length = bytes.readUInt16BE(at + 2)
    const data = bytes.subarray(at + 4, at + 2 + length)
    said.set(marker, (said.get(marker) ?? 0) + data.length)
    if (!isOfPixels(marker) && !isOfColours(marker, data, said.get(marker) ?? 0)) return false
    at += 2 + length
    if (marker !== SOS) continue
    at = endOfScan(bytes, at)
    if (bytes[at + 1] === EOI) return at + 2 === bytes.length
  }
  return false
}

const isOfPixels = (marker: number): boolean => [SOS, DHT, DQT, DRI].includes(marker) || isFrame(marker)

/** `all`: how many bytes the segments of this marker have had so far. */
function isOfColours(marker: number, data: Buffer, all: number): boolean {
  const [begin, most = 0] = JPEG_APPS.get(marker) ?? []
  return begin !== undefined && all <= most && data.toString('latin1', 0, begin.length) === begin
}

/** Where the marker behind a scan's data is: in them FF is followed by 00, or by a restart's number. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 2)) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at
  }
  return bytes.length
}
