/** The longer side of a photo as it is sent, px: a page of small print is still read. */
const LONGEST_PX = 2_000
const QUALITY = 0.85
/** Smaller pictures go as they are, bytes: scans of text lose by a second compression. */
const SMALL = 500_000

/**
 * A photo as it is sent, so that a phone's picture of many megabytes goes over a slow line. What is small, what this browser
 * cannot read and what would not get smaller stays as it is.
 */
export async function shrinkPhoto(file: File): Promise<File> {
  if (!file.type.startsWith('image/') || file.size <= SMALL) return file
  const picture = await createImageBitmap(file).catch(() => undefined)
  if (picture === undefined) return file
  const scale = Math.min(1, LONGEST_PX / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  const context = canvas.getContext('2d')
  if (context !== null) {
    // What is transparent would be black.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  }
  picture.close()
  const shrunk = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
  if (context === null || shrunk === null || shrunk.size >= file.size) return file
  return new File([shrunk], `${file.name.replace(/\.[^.]+$/, '')}.jpg`, { type: 'image/jpeg' })
}
