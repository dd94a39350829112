import sharp from 'sharp'
import { invalid } from '../http-error.ts'

/** A picture of more pixels than any phone's camera takes is a way to fill the memory. */
const MAX_PIXELS = 60_000_000

const unreadable = () => invalid('file', 'The picture cannot be read')

/**
 * A picture without what it says about its making: a phone writes into each where and when it was taken, and that
 * could be a patient's home (reliability.md, Uploads). One that says nothing stays byte for byte as it was sent; any
 * other is written anew, upright. Throws 422 at `file` for what is no whole picture, or too large a one.
 */
export async function cleanPicture(bytes: Buffer): Promise<Buffer> {
  const facts = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined)
  if (facts === undefined) throw unreadable()
  if (facts.width * facts.height > MAX_PIXELS) throw invalid('file', 'A picture may have at most 60 megapixels')
  const { exif, xmp, iptc, comments = [] } = facts
  if (exif === undefined && xmp === undefined && iptc === undefined && comments.length === 0) return bytes
  const upright = sharp(bytes, { limitInputPixels: MAX_PIXELS }).autoOrient().keepIccProfile()
  try {
    return await (facts.format === 'png' ? upright.png() : upright.jpeg({ quality: 92 })).toBuffer()
  } catch {
    throw unreadable()
  }
}
