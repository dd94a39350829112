import ts from 'typescript'
import { expect, test } from 'vitest'
import { PERMISSIONS } from '#domain/kernel/permissions.ts'
import { ROLE_NAMES } from '#domain/kernel/role-names.ts'
import { sourceFiles, textOf } from '#tests/support/source-files.ts'

/** What people read stands in the screens, in what the API says, and in the headings of lists. */
const READ =
  /^(web\/.*\.tsx?|api\/.*\.ts|commands\/(.*\/)?mail\/.*\.ts|projections\/.*\/fields\.ts|domain\/kernel\/(permissions|role-names)\.ts)$/

/** What the spec says word for word (messages.tsv), and so stays. */
const QUOTED: readonly string[] = [
  'You must select a Hospital/COE',
  'Fund has been successfully credited back to COE allocation.',
  "Please provide the COE's id on CAP",
  'COE Created successfully',
  'COE updated',
  'COE help desk staff Created',
  'User is now added to COE',
  'No COE Staff Record available',
  'No COE records available',
]

type Said = { readonly file: string; readonly text: string }

/** The texts of a file: what stands in quotes and between tags; no names of types, of files or of classes of CSS. */
function textsIn(file: string): readonly Said[] {
  const kind = file.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const source = ts.createSourceFile(file, textOf(file), ts.ScriptTarget.Latest, true, kind)
  const found: Said[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isLiteralTypeNode(node)) return
    if (ts.isElementAccessExpression(node)) return visit(node.expression)
    if (
      ts.isStringLiteralLike(node) ||
      ts.isJsxText(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node)
    )
      found.push({ file, text: node.text.replaceAll(/\s+/g, ' ').trim() })
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const said = sourceFiles.filter((file) => READ.test(file)).flatMap(textsIn)
const saying = (what: RegExp) =>
  said.filter(({ text }) => what.test(text) && !QUOTED.includes(text)).map(({ file, text }) => `${file}: ${text}`)

test('what people read calls a hospital a hospital', () => {
  expect(said.length).toBeGreaterThan(1000)
  expect(saying(/\b(COEs?|[Cc]ent(re|er)s?)\b/)).toEqual([])
})

const CODES = [...PERMISSIONS, ...Object.keys(ROLE_NAMES)].filter((code) => code.includes('_'))

test('a sentence names no role and no permission by its code', () => {
  expect(saying(new RegExp(`^(?=.* ).*\\b(${CODES.join('|')})\\b`))).toEqual([])
})

/** Turns of phrase that readers stumbled over, each with what is written instead. */
const FORBIDDEN: readonly (readonly [RegExp, string])[] = [
  [
    /\b([Ww]hoever|[Ss]omebody|[Nn]obody|one of those who)\b/,
    'name the person: an administrator, the Permanent Secretary, you',
  ],
  [/\b(stands?|comes to|(is|are) told|answered for)\b/, 'say what happens'],
  [/\bwaits? for you\b/, 'ready for you'],
  [/\b(sent|given) back\b/, 'returned'],
  [/\b(has|have) run out\b/, 'has expired'],
  [/\bgood for nothing\b/, 'no longer works'],
  [/\bdo(es)? not hold\b/, 'failed a check'],
  [/\bany more\b/, 'no longer'],
  [/\b(mailed|mail) (to|you)\b/, 'sent to, emailed'],
]

test.each(FORBIDDEN)('what people read has no %s: %s', (turn) => {
  // SQL in a template is read by the database alone.
  expect(saying(turn).filter((line) => !/\b(select|update|insert|delete from)\b/.test(line))).toEqual([])
})
