def broken(:
    print("the interpreter says what is wrong"
