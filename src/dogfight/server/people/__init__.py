"""People beyond one browser: how they carry who they are along, and what is kept about them."""
