import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { Renderer } from './renderer'

/** Loads what the build left to render pages with, which is known only at run time; undefined when there is none. */
export const loadRenderer = async (file: string): Promise<Renderer | undefined> =>
  existsSync(file) ? import(/* @vite-ignore */ pathToFileURL(file).href) : undefined
