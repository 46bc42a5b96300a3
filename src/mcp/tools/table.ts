import type { Tool } from "../tool.ts";
import { feedback } from "./feedback.ts";
import { fetch } from "./fetch.ts";
import { forget } from "./forget.ts";
import { get } from "./get.ts";
import { graph } from "./graph.ts";
import { recent } from "./recent.ts";
import { remember } from "./remember.ts";
import { search } from "./search.ts";
import { status } from "./status.ts";

/** Every tool, in the order that clients list them. */
export const TOOLS: readonly Tool[] = [search, get, remember, forget, graph, feedback, recent, status, fetch];
