import reactHooks from 'eslint-plugin-react-hooks'
import { defineConfig, globalIgnores } from 'eslint/config'
import tseslint from 'typescript-eslint'

/** The same events must fold to the same state for ever, on every machine: no clock and no chance in these folders. */
const noClockOrChance = {
  'no-restricted-syntax': [
    'error',
    { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: 'Time comes in as data.' },
    {
      selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
      message: 'Time comes in as data.',
    },
    {
      selector: "CallExpression[callee.object.name='Math'][callee.property.name='random']",
      message: 'Ids come in as data.',
    },
    { selector: "CallExpression[callee.property.name='randomUUID']", message: 'Ids come in as data.' },
    { selector: "CallExpression[callee.name='randomUUID']", message: 'Ids come in as data.' },
  ],
  'no-restricted-globals': ['error', 'process', 'setTimeout', 'setInterval', 'fetch', 'performance'],
}

export default defineConfig(
  globalIgnores(['dist/', '.data/', '.run/', '.cache/', 'coverage/', 'tests/.artifacts/', 'node_modules/']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommended],
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/no-non-null-assertion': 'error',
      eqeqeq: 'error',
      'no-console': 'off',
      // The hard limit, 400, is in tests/architecture: this one only tells that a file wants to be two.
      'max-lines': ['warn', { max: 300 }],
    },
  },
  { files: ['web/**/*.{ts,tsx}'], extends: [reactHooks.configs.flat.recommended] },
  {
    files: ['web/**/*.{ts,tsx}'],
    ignores: ['web/ui/dialog.tsx', 'web/ui/form/select-field.tsx'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          name: '@mantine/core',
          importNames: ['Modal', 'Drawer'],
          message: 'Dialog and SidePanel close one at a time, and ask before what was typed is lost.',
        },
        {
          name: '@mantine/core',
          importNames: ['Autocomplete', 'MultiSelect', 'Select', 'TagsInput'],
          message: 'SelectField lets nothing be chosen that does not match what is typed.',
        },
      ],
    },
  },
  { files: ['domain/**/*.ts'], rules: noClockOrChance },
  {
    files: ['projections/*/**/*.ts'],
    ignores: ['projections/migrations/**', 'projections/engine/**', 'projections/*/queries.ts'],
    rules: noClockOrChance,
  },
)
