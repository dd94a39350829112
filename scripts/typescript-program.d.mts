/** See typescript-program.mjs: `from` and `to` are folders, `extension` has its dot; `text` is the module with its source map. */
export function makePrograms(
  programs: readonly string[],
  where: { readonly from: string; readonly to: string; readonly extension: string },
): Promise<readonly { readonly path: string; readonly text: string }[]>
