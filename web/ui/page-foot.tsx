import { useEffect } from 'react'

/** A text as a string of CSS, whatever it holds. */
const cssString = (text: string) =>
  `"${[...text].map((one) => (/[\w .,:-]/.test(one) ? one : `\\${one.codePointAt(0)?.toString(16) ?? ''} `)).join('')}"`

/** Says at the foot of every printed page what it is of, beside 'Page x of y'. */
export function PageFoot({ text }: { readonly text: string }) {
  useEffect(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`@page { @bottom-left { content: ${cssString(text)}; font-size: 9pt } }`)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
    }
  }, [text])
  return null
}
