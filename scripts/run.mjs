// Runs a TypeScript command of this project: node scripts/run.mjs scripts/NAME.ts [arguments].
// Vite already reads TypeScript for the build, so no second tool is needed for the commands.
import { runnerImport } from 'vite'
import { viteConfig } from './vite.mjs'

const [file, ...rest] = process.argv.slice(2)
process.argv = [process.argv[0], file, ...rest]
const { module } = await runnerImport(new URL(`../${file}`, import.meta.url).pathname, viteConfig())
await module.main?.(rest)
