import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

const [IV, TAG] = [12, 16]

/** AES-256-GCM under a key of 32 bytes; the same bytes look different each time. `about`: what they belong to and open with. */
export function sealBytes(key: Buffer, bytes: Buffer, about = ''): Buffer {
  const iv = randomBytes(IV)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(about))
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** Throws when it was sealed under another key or about something else, or is not what it was. */
export function unsealBytes(key: Buffer, sealed: Buffer, about = ''): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV), { authTagLength: TAG })
  decipher.setAAD(Buffer.from(about))
  decipher.setAuthTag(sealed.subarray(IV, IV + TAG))
  return Buffer.concat([decipher.update(sealed.subarray(IV + TAG)), decipher.final()])
}

/** Texts that people type, kept where nothing searches for them: who has only the database cannot read them. */
export type SealedTexts = { seal(text: string): Buffer; open(sealed: Buffer): string }

export function createSealedTexts(secret: string): SealedTexts {
  const key = createHmac('sha256', secret).update('sealed texts').digest()
  return {
    seal: (text) => sealBytes(key, Buffer.from(text)),
    open: (sealed) => unsealBytes(key, sealed).toString('utf8'),
  }
}
