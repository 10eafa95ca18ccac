// One file for all of these: they wait more than they work, and on a small machine files run one after the other.
import './fenced.ts';
import './database.ts';
import './roles.ts';
