import { themeQuartz } from 'ag-grid-community'
import { AgGridReact } from 'ag-grid-react'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

/** The colours and measures of the portal, for AG Grid. */
export const gridTheme = themeQuartz.withParams({
  accentColor: 'var(--mantine-color-anchor)',
  backgroundColor: 'var(--mantine-color-body)',
  foregroundColor: 'var(--mantine-color-text)',
  borderColor: 'var(--chf-rule)',
  headerBackgroundColor: 'var(--chf-surface)',
  headerTextColor: 'var(--mantine-color-text)',
  headerFontSize: 13,
  headerFontWeight: 600,
  rowHoverColor: 'var(--chf-hover)',
  selectedRowBackgroundColor: 'var(--chf-selected)',
  fontFamily: 'inherit',
  fontSize: 14,
  cellHorizontalPadding: 8,
  borderRadius: 6,
  wrapperBorderRadius: 6,
  // At 6 the boxes look like radio buttons.
  checkboxBorderRadius: 3,
})

/**
 * Keeps the grid's styles in the page, once its modules are there. With the last grid AG Grid takes them out: the next one stood
 * without them for a moment, its rules black. A grid that is never shown holds them for as long as the page lives.
 */
export const keepGridStyles = () =>
  createRoot(document.createElement('div')).render(createElement(AgGridReact, { theme: gridTheme, columnDefs: [] }))
