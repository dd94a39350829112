import { sourceFiles, textOf } from '#tests/support/source-files.ts'

const joined = (text: string) => text.replace(/\s+/g, ' ').replaceAll("\\'", "'")
const shipped = sourceFiles.filter((file) => !/^(scripts|tests)\//.test(file)).map((file) => joined(textOf(file)))
const known = new Map<string, string>()

/** A text in one line, as its file has it. */
function lineOf(file: string): string {
  const text = known.get(file) ?? joined(textOf(file))
  known.set(file, text)
  return text
}

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

/** Whether a test says a text of the spec, word for word. */
export const isSaidIn = (file: string, text: string): boolean =>
  text.split(/\{\w+\}/).every((part) => lineOf(file).includes(part))

/** Whether a file has a test of this title, or a table of tests of it. */
export const hasTest = (file: string, title: string): boolean =>
  new RegExp(String.raw`(?:\b(?:test|describe)[\w.]*|\))\(\s?['"\`]${escaped(joined(title))}['"\`]`).test(lineOf(file))
