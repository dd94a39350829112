// Lets Node run TypeScript. Plain JavaScript, as it runs before that: `node --import ./scripts/typescript.mjs file.ts`.
// Without a cache: tsx keeps one in the temporary folder that a whole machine shares, and would run what lies there.
process.env.TSX_DISABLE_CACHE = '1'
const { register } = await import('tsx/esm/api')
register()
