import sharp from 'sharp'
import { invalid } from '#api/http-error.ts'
import { isNothingButPicture } from './picture-parts.ts'

/** An A4 page at 600 dots an inch has 35 megapixels, a phone's photo of 5 MB 12 to 25. One that is turned takes ten bytes a pixel. */
const MAX_PIXELS = 40_000_000
const MAX_BYTES = 4 * MAX_PIXELS
const BYTES_A_SAMPLE: Readonly<Record<string, number>> = { uchar: 1, char: 1, ushort: 2, short: 2 }

// One thread a picture and nothing kept: what a picture costs is the lane's to bound (api/limits/lanes.ts).
sharp.concurrency(1)
sharp.cache(false)

const unreadable = () => invalid('file', 'The picture cannot be read')

/**
 * A picture without what it says about its making: a phone writes into each where and when it was taken, and that
 * could be a patient's home (reliability.md, Uploads). One in which every part is known to be pixels or colours stays byte
 * for byte as it was sent; any other is written anew, upright. Either is decoded to its end first: throws 422 at `file`
 * for what is no whole picture, or too large a one.
 */
export async function cleanPicture(bytes: Buffer): Promise<Buffer> {
  const facts = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined)
  if (facts === undefined) throw unreadable()
  const pixels = facts.width * facts.height
  const bytesInMemory = pixels * facts.channels * (BYTES_A_SAMPLE[facts.depth] ?? 4)
  if (pixels > MAX_PIXELS || bytesInMemory > MAX_BYTES) throw invalid('file', 'Choose a picture of up to 40 megapixels')
  const whole = { limitInputPixels: MAX_PIXELS, failOn: 'warning' } as const
  try {
    if (isNothingButPicture(bytes)) {
      await sharp(bytes, whole).stats()
      return bytes
    }
    const upright = sharp(bytes, whole).autoOrient().keepIccProfile()
    return await (facts.format === 'png' ? upright.png() : upright.jpeg({ quality: 92 })).toBuffer()
  } catch {
    throw unreadable()
  }
}
