/** Windows are compiled when a test first opens them; on a busy computer that takes longer than the usual second. */
import { configure } from "@testing-library/svelte";

configure({ asyncUtilTimeout: 20_000 });
