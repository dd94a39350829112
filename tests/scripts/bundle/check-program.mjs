// Answers each line that names a bundle and public keys with what verify-bundle.mjs says of them; it is the argument.
import { closeSync, openSync } from 'node:fs'
import { createInterface } from 'node:readline'

const { check } = await import(`${process.argv[2]}?check`)
for await (const line of createInterface({ input: process.stdin })) {
  const { path, pem } = JSON.parse(line)
  const file = openSync(path)
  const found = () => {
    try {
      return check(file, pem)
    } catch ({ code, message }) {
      return { code, message }
    }
  }
  console.log(JSON.stringify(found()))
  closeSync(file)
}
