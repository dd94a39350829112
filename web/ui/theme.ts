import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'

// The one colour of actions and selection. Shade 7 on white is 6.6:1, white on shade 6 is 4.9:1.
const green: MantineColorsTuple = [
  '#eef7f1',
  '#d9ecdf',
  '#b3d9c0',
  '#8bc6a1',
  '#66b286',
  '#3f9666',
  '#277b4d',
  '#1d6b42',
  '#165736',
  '#0e4429',
]

const dark: MantineColorsTuple = [
  '#e6e9ec',
  '#bcc3ca',
  '#a3abb3',
  '#757e87',
  '#414950',
  '#30373d',
  '#242a2f',
  '#16191c',
  '#111416',
  '#0b0d0e',
]

const quick = { transitionProps: { duration: 120 } }
const closable = { ...quick, closeButtonProps: { 'aria-label': 'Close' } }

/** The tokens of screens.md. Screens compose the kit and never set a colour or a size themselves. */
export const theme = createTheme({
  primaryColor: 'green',
  primaryShade: { light: 7, dark: 6 },
  colors: { green, dark },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSizes: { xs: '13px', sm: '14px', md: '16px', lg: '22px', xl: '22px' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.3', xl: '1.3' },
  spacing: { xs: '4px', sm: '8px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '6px', sm: '6px', md: '6px', lg: '6px', xl: '6px' },
  defaultRadius: 'sm',
  shadows: { xs: 'none', sm: 'none', md: 'none', lg: 'none', xl: 'none' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '22px', lineHeight: '1.3' },
      h2: { fontSize: '16px', lineHeight: '1.4' },
      h3: { fontSize: '14px', lineHeight: '1.4' },
    },
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    // A finger's least target is 24 px high (WCAG 2.5.8); the smallest button of the kit has 22.
    Button: {
      vars: (_: unknown, { size }: { readonly size?: unknown }) => ({
        root: size === 'compact-xs' ? { '--button-height': '24px' } : {},
      }),
    },
    Modal: { defaultProps: { ...closable, centered: true } },
    Drawer: { defaultProps: { ...closable, position: 'right' } },
    Menu: { defaultProps: { ...quick, withInitialFocusPlaceholder: false } },
    Popover: { defaultProps: quick },
    Tooltip: { defaultProps: { ...quick, events: { hover: true, focus: true, touch: true } } },
    Select: { defaultProps: { comboboxProps: quick, checkIconPosition: 'right' } },
  },
})

/** Mantine's own greys and red fail contrast in places; these are the ones used instead, per scheme. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: { '--chf-rule-width': '1px' },
  light: {
    '--mantine-color-text': '#1a1f24',
    '--mantine-color-dimmed': '#59626b',
    '--mantine-color-placeholder': '#6a737c',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-red-outline': '#b3261e',
    '--mantine-color-anchor': '#1d6b42',
    '--mantine-color-default-border': '#c9cfd5',
  },
  dark: {
    '--mantine-color-text': '#e6e9ec',
    '--mantine-color-dimmed': '#a3abb3',
    '--mantine-color-placeholder': '#949da6',
    '--mantine-color-error': '#ff8f86',
    '--mantine-color-red-outline': '#ff8f86',
    '--mantine-color-anchor': '#8bc6a1',
    '--mantine-color-default-border': '#414950',
  },
})
