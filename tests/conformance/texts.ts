import { sourceFiles, textOf } from '#tests/support/source-files.ts'

const joined = (text: string) => text.replace(/\s+/g, ' ').replaceAll("\\'", "'")
const shipped = sourceFiles.filter((file) => !/^(scripts|tests)\//.test(file)).map((file) => joined(textOf(file)))
const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** A text as the program writes it: whole between quotes or tags; what stands in braces is filled in. */
const written = (text: string) => {
  const words = text
    .split(/\{\w+\}/)
    .map(escaped)
    .join(String.raw`[^'"<>]{1,60}`)
  return new RegExp(String.raw`(['"\`>]|[.!] )\s?${words}\s?(['"\`<]|$)`)
}

/** Whether a text of the spec stands, word for word, in what is shipped. */
export const isShipped = (text: string): boolean => shipped.some((source) => written(text).test(source))
