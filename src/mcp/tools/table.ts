import type { Tool } from "../tool.ts";
import { feedback } from "./feedback.ts";
import { fetch } from "./fetch.ts";
import { forget } from "./forget.ts";
import { get } from "./get.ts";
import { graph } from "./graph.ts";
import { list } from "./list.ts";
import { remember } from "./remember.ts";
import { search } from "./search.ts";
import { status } from "./status.ts";

/** Every tool, in the order that clients list them. */
export const TOOLS: readonly Tool[] = [search, get, list, remember, forget, feedback, graph, status, fetch];
